import { RunStore } from "@daybook/running"
import * as Effect from "effect/Effect"
import { notFound } from "../../forRoutes.ts"

/** The run with an id. */
export const showRun = Effect.fnUntraced(function* (id: string) {
  const { lists } = yield* RunStore
  return yield* Effect.fromOption(yield* lists.run(id), () => notFound("There is no run with this id"))
})
