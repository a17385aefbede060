import * as Schema from "effect/Schema"
import { Endpoint, InstantOrEmpty, keyedGroup, listOf, paging, wireForm } from "../../forRoutes.ts"

const described = (description: string) => Schema.String.annotate({ description })

const instant = (description: string) => InstantOrEmpty.annotate({ description })

export const SourceRows = listOf(
  wireForm({
    id: described("The name of the service, such as lastfm"),
    title: described("Its name for people"),
    domains: Schema.Array(Schema.String).annotate({ description: "The domains that it feeds or describes" }),
    describes: Schema.Boolean.annotate({
      description: "True if it only adds details to items from other sources and no sync calls it",
    }),
    setBy: Schema.Literals(["settings", "link", ""]).annotate({
      description:
        "How it is configured: by its settings or by a linked account; empty if it is not configured",
    }),
    linkedAs: described("The linked account as the service names it; empty if none is linked"),
    linkedAt: instant("Empty if no account is linked"),
    until: instant("When access expires; empty if never or renewed automatically"),
    scopes: Schema.Array(Schema.String).annotate({ description: "The granted scopes of a linked account" }),
    link: described("The path on this server to link an account in a browser; empty if it cannot be linked"),
    lastSuccessAt: instant("The last successful call; empty if there was none"),
    lastTroubleAt: instant("The last call that failed; empty if there was none"),
    lastTrouble: described("The reason of that failure; empty if there was none"),
    toDo: described("What to do next; empty if nothing"),
  }),
)

export class SourcesGroup extends keyedGroup(
  "sources",
  "Sources",
  Endpoint.get("list", "/v1/admin/sources", {
    query: paging,
    success: SourceRows,
    summary: "List the services that Daybook can sync",
    description:
      "Every service by name: how it is configured, the linked account, its last success and error, and what to do.",
  }),
) {}
