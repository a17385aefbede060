import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpServer from "effect/ai/McpServer"
import * as HttpRouter from "effect/http/HttpRouter"
import { notice } from "./answer.ts"
import { type Assistant, ApiCalls, type FindAssistant } from "./apiCalls.ts"
import { countByTool } from "./counts/countBy.ts"
import { prompts } from "./prompts.ts"
import { resources } from "./resources.ts"
import type { DomainRoutes } from "../activity/routes.ts"
import { showImage } from "./showImage.ts"
import type { AssistantTool } from "./tool.ts"
import { toolLayer } from "./toolLayer.ts"
import { everythingTools } from "./tools/everything.ts"
import { writeTools } from "./tools/writes.ts"

const instructions = `Daybook stores the user's activity: music played, articles read, films and shows watched, runs, events attended, records and films owned, places visited. Days are in the user's time zone. Long lists are paged: “more” explains how to get the next page. ${notice}`

/** How the server names itself. The newest protocol comes first; a client may speak an older one. */
const description = (version: string) => ({
  name: "daybook",
  version,
  instructions,
  protocols: [
    McpProtocol.v2026_07_28,
    McpProtocol.v2025_11_25,
    McpProtocol.v2025_06_18,
    McpProtocol.v2025_03_26,
    McpProtocol.v2024_11_05,
  ] as const,
})

/** The part of a domain's routes that assistants use. */
export type ToldDomain = Pick<DomainRoutes, "counts" | "domain" | "tools">

/** The tools, resources and prompts, for the assistants that `find` finds. */
const registrations = (find: FindAssistant, routes: ReadonlyArray<ToldDomain>, zone: DateTime.TimeZone) => {
  const domains = routes.map(({ domain }) => domain)
  const journaled = domains.flatMap(({ journal, name }) => (journal === undefined ? [] : [name]))
  const layerOf = (tools: ReadonlyArray<AssistantTool>) =>
    Layer.mergeAll(Layer.empty, ...tools.map(toolLayer))
  const asking = McpServer.middleware<{ provides: ApiCalls }>()((effect, { headers }) =>
    Effect.provideService(effect, ApiCalls, find(headers).asks),
  )
  /** The tools of a domain, for the assistants that may read it. */
  const toolsOf = ({ domain, tools = [] }: ToldDomain) => {
    const mayRead = McpServer.visibility(({ headers }) =>
      Effect.sync(() => find(headers).domains?.includes(domain.name) ?? true),
    )
    return Layer.provide(layerOf(tools), mayRead.combine(asking).layer)
  }
  const mayWrite = McpServer.visibility(({ headers }) => Effect.sync(() => find(headers).writes))
  return Layer.mergeAll(
    Layer.mergeAll(
      layerOf([
        ...everythingTools(journaled),
        ...countByTool(
          routes.flatMap(({ counts = [] }) => counts),
          zone,
        ),
      ]),
      showImage,
      resources,
      prompts,
    ).pipe(Layer.provide(asking.layer)),
    ...routes.map(toolsOf),
    layerOf(writeTools(domains)).pipe(Layer.provide(mayWrite.combine(asking).layer)),
  )
}

/** Assistants over standard input and output: one assistant, with its rights. */
export const overStdio = (
  version: string,
  domains: ReadonlyArray<ToldDomain>,
  assistant: Assistant,
  zone: DateTime.TimeZone,
) =>
  McpServer.layerStdio({
    ...description(version),
    registrations: registrations(() => assistant, domains, zone),
  })

/** Assistants over HTTP, at `/mcp` of a separate router. */
export const makeRouter = Effect.fnUntraced(
  function* (
    version: string,
    domains: ReadonlyArray<ToldDomain>,
    allowedOrigins: ReadonlyArray<string>,
    find: FindAssistant,
  ) {
    const zone = yield* DateTime.CurrentTimeZone
    const router = yield* HttpRouter.make
    yield* Layer.build(
      McpServer.layerHttp({
        ...description(version),
        path: "/mcp",
        allowedOrigins,
        allowSessionTermination: true,
        registrations: registrations(find, domains, zone),
      }).pipe(Layer.provide(Layer.succeed(HttpRouter.HttpRouter, router))),
    )
    return Effect.orDie(router.asHttpEffect())
  },
  // The library makes a span of each registered tool; requests already have spans.
  Effect.withTracerEnabled(false),
)
