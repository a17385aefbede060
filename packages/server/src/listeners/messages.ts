import * as Schema from "effect/Schema"

/** A listener says that it serves, or requests the metrics of all, or reports its own. */
export const WorkerMessage = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("ready") }),
  Schema.Struct({ kind: Schema.Literal("ask metrics"), id: Schema.Int }),
  Schema.Struct({ kind: Schema.Literal("own metrics"), id: Schema.Int, text: Schema.String }),
])
export type WorkerMessage = typeof WorkerMessage.Type

/** The supervisor requests a listener's metrics, or sends it the metrics of all that responded, by their numbers. */
export const SupervisorMessage = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("tell metrics"), id: Schema.Int }),
  Schema.Struct({
    kind: Schema.Literal("all metrics"),
    id: Schema.Int,
    texts: Schema.Array(Schema.Tuple([Schema.Int, Schema.String])),
  }),
])
export type SupervisorMessage = typeof SupervisorMessage.Type

export const readFromListener = Schema.decodeUnknownOption(WorkerMessage)
export const readToListener = Schema.decodeUnknownOption(SupervisorMessage)
