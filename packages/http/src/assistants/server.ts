import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpServer from "effect/ai/McpServer"
import { notice } from "./answer.ts"
import { Asks } from "./asks.ts"
import { prompts } from "./prompts.ts"
import { resources } from "./resources.ts"
import { doing } from "./tools/doing.ts"
import { everything } from "./tools/everything.ts"
import { listening } from "./tools/listening.ts"
import { reading } from "./tools/reading.ts"
import { writes } from "./tools/writes.ts"

/** The one who asks, and their rights. */
export interface Assistant {
  readonly asks: Asks["Service"]
  /** True for tools that write. */
  readonly writes: boolean
}

/** Finds the assistant of a request by its headers. */
export type FindAssistant = (headers: Readonly<Record<string, string | undefined>>) => Assistant

const instructions = `Daybook holds what one person did: music played, articles read, films and shows watched, runs, events attended, records and films owned, places visited. Days are in the person's time zone. Lists come in parts: “more” says how to ask for the rest. ${notice}`

/** How the server names itself. The newest protocol comes first; a client may speak an older one. */
export const description = (version: string) => ({
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

/** The tools, resources and prompts, for the assistants that `find` finds. */
export const registrations = (find: FindAssistant) => {
  const asking = McpServer.middleware<{ provides: Asks }>()((effect, { headers }) =>
    Effect.provideService(effect, Asks, find(headers).asks),
  )
  const mayWrite = McpServer.visibility(({ headers }) => Effect.sync(() => find(headers).writes))
  return Layer.mergeAll(
    Layer.mergeAll(everything, listening, reading, doing, resources, prompts).pipe(
      Layer.provide(asking.layer),
    ),
    writes.pipe(Layer.provide(mayWrite.combine(asking).layer)),
  )
}
