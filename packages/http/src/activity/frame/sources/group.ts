import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { InstantOrEmpty, InvalidRequest, KeyRequired, listOf, paging, wireForm } from "../../forRoutes.ts"

const described = (description: string) => Schema.String.annotate({ description })

const instant = (description: string) => InstantOrEmpty.annotate({ description })

export const SourceRows = listOf(
  wireForm({
    id: described("The name of the service, such as lastfm"),
    title: described("Its name for people"),
    domains: Schema.Array(Schema.String).annotate({ description: "The domains that it feeds or describes" }),
    describes: Schema.Boolean.annotate({
      description: "True if it only describes what others bring: it is asked by the way, and by no sync",
    }),
    setBy: Schema.Literals(["settings", "link", ""]).annotate({
      description:
        "The reason why it is asked: its settings, or an account that was linked; empty if it is not asked",
    }),
    linkedAs: described("The linked account as the service names it; empty if none is linked"),
    linkedAt: instant("Empty if no account is linked"),
    until: instant("The end of the access; empty if it has none or is renewed before"),
    scopes: Schema.Array(Schema.String).annotate({ description: "The granted scopes of a linked account" }),
    link: described("The address below this server where a browser links an account; empty if it cannot"),
    lastSuccessAt: instant("The last call that it answered; empty if there was none"),
    lastTroubleAt: instant("The last call that failed; empty if there was none"),
    lastTrouble: described("The reason of that failure; empty if there was none"),
    toDo: described("The next step for a person; empty if nothing is to be done"),
  }),
)

export class SourcesGroup extends HttpApiGroup.make("sources")
  .add(
    HttpApiEndpoint.get("list", "/v1/admin/sources", {
      query: paging,
      success: SourceRows,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the services that Daybook may ask",
        description:
          "Every service by name: the reason why it is asked, the linked account, its last success and trouble, and what to do.",
      }),
    ),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Sources" })) {}
