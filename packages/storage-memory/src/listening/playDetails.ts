import { type PlayDetails, PlayDetailsStore, tellingId } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Details that players sent with plays, in memory. */
export const layer = Layer.sync(PlayDetailsStore, () => {
  const known = new Map<string, PlayDetails>()
  return PlayDetailsStore.of({
    put: (details) =>
      Effect.sync(() => {
        for (const one of details) known.set(tellingId(one), one)
      }),
    of: (plays) => Effect.sync(() => plays.flatMap((play) => known.get(tellingId(play)) ?? [])),
  })
})
