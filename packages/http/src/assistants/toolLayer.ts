import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as McpServer from "effect/ai/McpServer"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import { Answer } from "./answer.ts"
import { ApiCalls, Refused } from "./apiCalls.ts"
import type { AssistantTool } from "./tool.ts"

/** A tool of a server, which uses the key of each request. */
type ToolLayer = Layer.Layer<never, never, McpServer.McpServer | McpServer.McpRequest<"Requires", ApiCalls>>

/** Serves a tool. */
export const toolLayer = ({
  answer,
  description,
  name,
  parameters,
  title,
  writes,
}: AssistantTool): ToolLayer => {
  const tool = Tool.make(name, {
    description,
    // A struct without fields is not an object in JSON Schema.
    parameters: Object.keys(parameters).length === 0 ? Tool.EmptyParams : Schema.Struct(parameters),
    success: Answer,
    failure: Refused,
    dependencies: [ApiCalls],
  })
    .annotate(Tool.Title, title)
    .annotate(Tool.Readonly, !writes)
    .annotate(Tool.Destructive, false)
    .annotate(Tool.Idempotent, !writes)
    .annotate(Tool.OpenWorld, false)
  const kit = Toolkit.make(tool)
  // Types do not follow a record whose only name is known when the program runs.
  const handlers = { [name]: answer } as unknown as Parameters<typeof kit.toLayer>[0]
  return McpServer.toolkit(kit).pipe(Layer.provide(kit.toLayer(handlers))) as ToolLayer
}
