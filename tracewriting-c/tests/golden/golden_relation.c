/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Case of relation files: a token at the top, and below one of the same process, host and another.
 */
#include "golden.h"

#include <hdtrace/relation.h>

void golden_relations(const char *folder)
{
    static const char *const server_labels[] = {"n1", "SERVER"};
    static const hd_relation_attribute size[] = {{"size", "7"}, {"file", "o'ut & <in>"}};
    hd_topology *topology = golden_topology(folder, "relations");
    const hd_topology_node *server_node = NULL;
    hd_relation *relation = NULL;
    hd_relation *server = NULL;
    hd_token top;
    hd_token child;
    hd_token other;
    hd_token local;
    hd_token remote;
    GOLDEN(hd_relation_create(golden_node(topology, "n1", "0"), &relation));
    GOLDEN(hd_topology_get_node(topology, 2, server_labels, &server_node));
    GOLDEN(hd_relation_create(server_node, &server));

    GOLDEN(hd_relation_create_token(relation, &top));
    GOLDEN(hd_token_begin_state(top, "write", 2, size));
    GOLDEN(hd_relation_create_child(relation, top, &child));
    GOLDEN(hd_relation_create_child(server, top, &other));
    GOLDEN(hd_relation_create_remote_child(server, "n1:1:2:3", &local));
    GOLDEN(hd_relation_create_remote_child(server, "far:1:2:3", &remote));
    GOLDEN(hd_token_begin_state(child, "flow", 0, NULL));
    GOLDEN(hd_token_begin_state(child, "trove", 0, NULL));
    GOLDEN(hd_token_end_state(child, 1, size, "<x v='3'/>"));
    GOLDEN(hd_token_end_state(child, 0, NULL, NULL));
    GOLDEN(hd_token_destroy(child));
    GOLDEN(hd_token_destroy(other));
    GOLDEN(hd_token_destroy(local));
    GOLDEN(hd_token_destroy(remote));
    GOLDEN(hd_token_destroy(top)); /* closes what is still open */
    GOLDEN(hd_relation_destroy(server));
    GOLDEN(hd_relation_destroy(relation));
    hd_topology_destroy(topology);
}
