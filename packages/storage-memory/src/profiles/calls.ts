import { ProfileStore, WorkspaceStore } from "@daybook/profiles"
import * as Effect from "effect/Effect"
import { recorderOf } from "../calls/recorder.ts"

/** Goes on until so many are done, or none is left: a store may take fewer at a time than it is allowed to. */
const inPieces = Effect.fnUntraced(function* (all: number, take: (rest: number) => Effect.Effect<number>) {
  for (let done = 0; done < all;) {
    const some = yield* take(all - done)
    if (some === 0) return
    done += some
  }
})

/** The calls that write profiles and workspaces. Buckets are full again soon. */
export const calls = [
  recorderOf(ProfileStore)<
    | "away"
    | "count"
    | "countWaiting"
    | "erasures"
    | "find"
    | "findRetries"
    | "findUnknown"
    | "laneOf"
    | "oldestWaiting"
    | "outcome"
    | "partOf"
    | "profile"
    | "profiles"
    | "requests"
    | "usage"
  >(({ keep, write }, store) => ({
    accept: write(({ accept }) => accept),
    apply: (limit, now) =>
      keep(
        store.apply(limit, now),
        ({ apply }, applied) => inPieces(applied, (rest) => apply(Math.min(limit, rest), now)),
        () => undefined,
      ),
    erase: write(({ erase }) => erase),
    forgetErasures: (before, limit) =>
      keep(
        store.forgetErasures(before, limit),
        ({ forgetErasures }, forgotten) => inPieces(forgotten, () => forgetErasures(before, limit)),
        () => undefined,
      ),
    forget: (before, limit, now) =>
      keep(
        store.forget(before, limit, now),
        ({ forget }, forgotten) => inPieces(forgotten, () => forget(before, limit, now)),
        () => undefined,
      ),
  })),
  recorderOf(
    WorkspaceStore,
    "opening",
  )<"draw" | "findKey" | "keys" | "limits" | "list">(({ write }) => ({
    insert: write(({ insert }) => insert),
    insertFirst: write(({ insertFirst }) => insertFirst),
    insertKey: write(({ insertKey }) => insertKey),
    setConfigured: write(({ setConfigured }) => setConfigured),
    revokeKey: write(({ revokeKey }) => revokeKey),
    setLimits: write(({ setLimits }) => setLimits),
  })),
]
