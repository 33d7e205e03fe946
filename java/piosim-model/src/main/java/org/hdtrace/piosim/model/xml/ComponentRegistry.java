// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import static org.hdtrace.piosim.model.xml.Quantity.Unit.COUNT;
import static org.hdtrace.piosim.model.xml.Quantity.Unit.RATE;
import static org.hdtrace.piosim.model.xml.Quantity.Unit.TIME;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.hdtrace.piosim.model.cluster.Aggregation;
import org.hdtrace.piosim.model.cluster.AggregationReorder;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.CutThroughForwardNode;
import org.hdtrace.piosim.model.cluster.CutThroughNetworkEdge;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.NicAnalytical;
import org.hdtrace.piosim.model.cluster.NoCache;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Nvme;
import org.hdtrace.piosim.model.cluster.Raid;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.ServerDirectedIO;
import org.hdtrace.piosim.model.cluster.SharedMemoryEdge;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleFlash;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.cluster.SingleCopy;
import org.hdtrace.piosim.model.cluster.StoreForwardLocalNode;
import org.hdtrace.piosim.model.cluster.StoreForwardMemoryNode;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.cluster.Tmpfs;

/**
 * The component implementations that model files may name, each with its values. A new one is one more row here.
 *
 * <p>Names are matched by their last part and ignoring case, so the original's qualified class names and the short
 * ones mean the same; nothing in a file can load a class.
 */
public final class ComponentRegistry {
    private static final String PACKAGE = "de.hd.pvs.piosim.model.components.";

    /** The implementations known to this program. */
    public static final ComponentRegistry STANDARD = new ComponentRegistry();

    private final List<Entry> entries = new ArrayList<>();

    /**
     * A value of a component.
     *
     * @param get NaN: it isn't written, since the component is what it would be without
     * @param otherwise used when the file has no such value; null when it must have one
     */
    record Value(String name, Quantity.Unit unit, ToDoubleFunction<Component> get, String otherwise) {}

    /** Makes a component from its values by name and from the subsystems in it, none for most. */
    @FunctionalInterface
    interface Creation {
        Component make(Map<String, Double> values, List<IoSubsystem> parts);
    }

    /**
     * An implementation.
     *
     * @param tag element name in the file
     * @param name last part of its name, as written
     * @param alias another accepted name, or the same
     * @param composite whether elements with the same tag stand in it
     */
    record Entry(
            String tag,
            String name,
            String alias,
            Class<? extends Component> type,
            List<Value> values,
            boolean composite,
            Creation create) {
        boolean isNamed(String text) {
            return name.equalsIgnoreCase(text) || alias.equalsIgnoreCase(text);
        }

        /** The original's class name. */
        String qualifiedName() {
            return PACKAGE + tag + "." + name;
        }
    }

    /** The standard ones and others behind them. */
    private ComponentRegistry(List<Entry> added) {
        this();
        entries.addAll(added);
    }

    /**
     * With what extensions on the class path add.
     *
     * @throws IllegalArgumentException when one of them can't be used
     */
    static ComponentRegistry withExtensions() {
        return new ComponentRegistry(ExtensionEntries.all());
    }

    private ComponentRegistry() {
        addNodeAndNetwork();
        addEdges();
        addStorage();
        addCaches();
    }

    /** The names that a tag's {@code implementation} may have. */
    public List<String> names(String tag) {
        return entries.stream()
                .filter(entry -> entry.tag().equalsIgnoreCase(tag))
                .map(Entry::name)
                .toList();
    }

    /** The row for a name. */
    Optional<Entry> find(String tag, String name) {
        return entries.stream()
                .filter(entry -> entry.tag().equalsIgnoreCase(tag) && entry.isNamed(name))
                .findFirst();
    }

    /** The row of a component. */
    Entry entryOf(Component component) {
        return entries.stream()
                .filter(entry -> entry.type().isInstance(component))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("component=" + component + ": not registered"));
    }

    private void addNodeAndNetwork() {
        add(
                "Node",
                "Node",
                "Node",
                Node.class,
                v -> Node.of(number(v, "CPUs"), v.get("InstructionsPerSecond"), size(v, "MemorySize")),
                value("CPUs", COUNT, Node.class, Node::cpus),
                value("InstructionsPerSecond", RATE, Node.class, Node::instructionsPerSecond),
                value("MemorySize", COUNT, Node.class, Node::memoryBytes));
        add(
                "NIC",
                "NIC",
                "NIC",
                Nic.class,
                v -> Nic.of(v.get("TotalBandwidth")),
                value("TotalBandwidth", RATE, Nic.class, Nic::totalBandwidth));
        add(
                "NIC",
                "NICAnalytical",
                "NICAnalytical",
                NicAnalytical.class,
                v -> NicAnalytical.of(v.get("TotalBandwidth")),
                value("TotalBandwidth", RATE, NicAnalytical.class, NicAnalytical::totalBandwidth));
        add(
                "NetworkNode",
                "StoreForwardNode",
                "StoreForward",
                StoreForwardNode.class,
                v -> StoreForwardNode.of(v.get("TotalBandwidth")),
                value("TotalBandwidth", RATE, StoreForwardNode.class, StoreForwardNode::totalBandwidth));
        add(
                "NetworkNode",
                "StoreForwardLocalNode",
                "StoreForwardLocal",
                StoreForwardLocalNode.class,
                v -> StoreForwardLocalNode.of(v.get("TotalBandwidth")),
                value("TotalBandwidth", RATE, StoreForwardLocalNode.class, StoreForwardLocalNode::totalBandwidth));
        add(
                "NetworkNode",
                "StoreForwardMemoryNode",
                "StoreForwardMemory",
                StoreForwardMemoryNode.class,
                v -> StoreForwardMemoryNode.of(v.get("TotalBandwidth"), v.get("LocalBandwidth")),
                value("TotalBandwidth", RATE, StoreForwardMemoryNode.class, StoreForwardMemoryNode::totalBandwidth),
                value("LocalBandwidth", RATE, StoreForwardMemoryNode.class, StoreForwardMemoryNode::localBandwidth));
        add(
                "NetworkNode",
                "CutThroughForwardNode",
                "CutThrough",
                CutThroughForwardNode.class,
                v -> CutThroughForwardNode.of());
    }

    private void addEdges() {
        Value latency = value("Latency", TIME, NetworkEdgeModel.class, NetworkEdgeModel::latencyNanos);
        Value bandwidth = value("Bandwidth", RATE, NetworkEdgeModel.class, NetworkEdgeModel::bandwidth);
        add(
                "NetworkEdge",
                "SimpleNetworkEdge",
                "SimpleEdge",
                SimpleNetworkEdge.class,
                v -> SimpleNetworkEdge.of(size(v, "Latency"), v.get("Bandwidth"))
                        .withBurst(size(v, "Burst")),
                latency,
                bandwidth,
                optional(
                        "Burst",
                        COUNT,
                        "0",
                        SimpleNetworkEdge.class,
                        edge -> edge.burstBytes() == 0 ? Double.NaN : (double) edge.burstBytes()));
        add(
                "NetworkEdge",
                "CutThroughNetworkEdge",
                "CutThroughEdge",
                CutThroughNetworkEdge.class,
                v -> CutThroughNetworkEdge.of(size(v, "Latency"), v.get("Bandwidth")),
                latency,
                bandwidth);
        add(
                "NetworkEdge",
                "SharedMemoryEdge",
                "SharedMemory",
                SharedMemoryEdge.class,
                v -> SharedMemoryEdge.of(size(v, "Latency"), v.get("CopyBandwidth"), number(v, "CopyThreads"))
                        .withSingleCopy(SingleCopy.stated(
                                size(v, "SingleCopyFrom"), size(v, "SingleCopyLatency"), v.get("SingleCopyBandwidth"))),
                value("Latency", TIME, SharedMemoryEdge.class, SharedMemoryEdge::latencyNanos),
                value("CopyBandwidth", RATE, SharedMemoryEdge.class, SharedMemoryEdge::copyBandwidth),
                optional("CopyThreads", "1", SharedMemoryEdge.class, SharedMemoryEdge::copyThreads),
                ofSingleCopy("SingleCopyFrom", COUNT, "0", SingleCopy::fromBytes),
                ofSingleCopy("SingleCopyLatency", TIME, "0s", SingleCopy::latencyNanos),
                ofSingleCopy("SingleCopyBandwidth", RATE, "inf", SingleCopy::bandwidth));
    }

    private static Value ofSingleCopy(
            String name, Quantity.Unit unit, String otherwise, ToDoubleFunction<SingleCopy> get) {
        return optional(
                name,
                unit,
                otherwise,
                SharedMemoryEdge.class,
                edge -> edge.singleCopy().isNever() ? Double.NaN : get.applyAsDouble(edge.singleCopy()));
    }

    private void addStorage() {
        Value requests = optional("MaxConcurrentRequests", "1", IoSubsystem.class, IoSubsystem::maxConcurrentRequests);
        add(
                "IOSubsystem",
                "SimpleDisk",
                "SimpleDisk",
                SimpleDisk.class,
                v -> SimpleDisk.of(
                        size(v, "AvgAccessTime"), v.get("MaxThroughput"), number(v, "MaxConcurrentRequests")),
                value("AvgAccessTime", TIME, SimpleDisk.class, SimpleDisk::avgAccessTimeNanos),
                value("MaxThroughput", RATE, SimpleDisk.class, SimpleDisk::maxThroughput),
                requests);
        add(
                "IOSubsystem",
                "SimpleFlash",
                "SimpleFlash",
                SimpleFlash.class,
                v -> SimpleFlash.of(
                        size(v, "AvgAccessTime"), v.get("MaxThroughput"), number(v, "MaxConcurrentRequests")),
                value("AvgAccessTime", TIME, SimpleFlash.class, SimpleFlash::avgAccessTimeNanos),
                value("MaxThroughput", RATE, SimpleFlash.class, SimpleFlash::maxThroughput),
                requests);
        add(
                "IOSubsystem",
                "RefinedDiskModel",
                "RefinedDisk",
                RefinedDisk.class,
                v -> RefinedDisk.of(
                        size(v, "TrackToTrackSeekTime"),
                        size(v, "AverageSeekTime"),
                        number(v, "RPM"),
                        v.get("SequentialTransferRate"),
                        size(v, "PositionDifferenceConsideredToBeClose"),
                        number(v, "MaxConcurrentRequests")),
                value("TrackToTrackSeekTime", TIME, RefinedDisk.class, RefinedDisk::trackToTrackSeekNanos),
                value("AverageSeekTime", TIME, RefinedDisk.class, RefinedDisk::averageSeekNanos),
                value("RPM", COUNT, RefinedDisk.class, RefinedDisk::rpm),
                value("SequentialTransferRate", RATE, RefinedDisk.class, RefinedDisk::sequentialTransferRate),
                value(
                        "PositionDifferenceConsideredToBeClose",
                        COUNT,
                        RefinedDisk.class,
                        RefinedDisk::closeDistanceBytes),
                requests);
        add(
                "IOSubsystem",
                "NVMe",
                "NVMe",
                Nvme.class,
                v -> Nvme.of(number(v, "Channels"), size(v, "AccessTime"), v.get("MaxThroughput")),
                value("Channels", COUNT, Nvme.class, Nvme::channels),
                value("AccessTime", TIME, Nvme.class, Nvme::accessTimeNanos),
                value("MaxThroughput", RATE, Nvme.class, Nvme::maxThroughput));
        add(
                "IOSubsystem",
                "Tmpfs",
                "Tmpfs",
                Tmpfs.class,
                v -> Tmpfs.of(v.get("MaxThroughput")),
                value("MaxThroughput", RATE, Tmpfs.class, Tmpfs::maxThroughput));
        entries.add(new Entry(
                "IOSubsystem",
                "Raid",
                "Raid",
                Raid.class,
                List.of(
                        value("Level", COUNT, Raid.class, Raid::level),
                        optional("StripeUnit", "64K", Raid.class, Raid::stripeUnitBytes)),
                true,
                (v, devices) -> Raid.of(number(v, "Level"), size(v, "StripeUnit"), devices)));
    }

    private void addCaches() {
        String operations = "MaxNumberOfConcurrentIOOps";
        Value value = optional(operations, "1", CacheLayer.class, CacheLayer::maxConcurrentOps);
        String tag = "ServerCacheLayer";
        add(tag, "NoCache", "NoCache", NoCache.class, v -> NoCache.of(number(v, operations)), value);
        add(
                tag,
                "SimpleWriteBehindCache",
                "SimpleWriteBehind",
                SimpleWriteBehind.class,
                v -> SimpleWriteBehind.of(number(v, operations)),
                value);
        add(
                tag,
                "AggregationCache",
                "Aggregation",
                Aggregation.class,
                v -> Aggregation.of(number(v, operations)),
                value);
        add(
                tag,
                "AggregationReorderCache",
                "AggregationReorder",
                AggregationReorder.class,
                v -> AggregationReorder.of(number(v, operations)),
                value);
        String hole = "ReadDataSievingMaxHoleSizeToCombine";
        add(
                tag,
                "ServerDirectedIO",
                "ServerDirectedIO",
                ServerDirectedIO.class,
                v -> ServerDirectedIO.of(number(v, operations), size(v, hole)),
                value,
                value(hole, COUNT, ServerDirectedIO.class, ServerDirectedIO::readDataSievingMaxHole));
    }

    private void add(
            String tag,
            String name,
            String alias,
            Class<? extends Component> type,
            Function<Map<String, Double>, Component> create,
            Value... values) {
        entries.add(new Entry(tag, name, alias, type, List.of(values), false, (v, parts) -> create.apply(v)));
    }

    private static <T extends Component> Value value(
            String name, Quantity.Unit unit, Class<T> type, ToDoubleFunction<T> get) {
        return new Value(name, unit, component -> get.applyAsDouble(type.cast(component)), null);
    }

    private static <T extends Component> Value optional(
            String name, String otherwise, Class<T> type, ToDoubleFunction<T> get) {
        return optional(name, COUNT, otherwise, type, get);
    }

    private static <T extends Component> Value optional(
            String name, Quantity.Unit unit, String otherwise, Class<T> type, ToDoubleFunction<T> get) {
        return new Value(name, unit, component -> get.applyAsDouble(type.cast(component)), otherwise);
    }

    private static long size(Map<String, Double> values, String name) {
        return values.get(name).longValue();
    }

    private static int number(Map<String, Double> values, String name) {
        double value = values.get(name);
        if (value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(name + "=" + Quantity.format(value, COUNT) + ": must be less than 2^31");
        }
        return (int) value;
    }
}
