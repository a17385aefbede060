import { cursorCodec, futureReason } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { trackDevice, DeviceTrack } from "./trackDevice.ts"
import { normalizeCheckIn } from "./model.ts"
import { nameStays } from "./nameStays.ts"
import { CheckInStore } from "./ports.ts"
import type { SentPoint } from "./sentVisits.ts"

const happened = { at: ({ at }: SentPoint) => at }

const trails = cursorCodec(DeviceTrack)

/**
 * Finds the stays in points that the owner's phones send: of a stay of ten minutes within 100 metres a check-in is
 * stored. The points themselves are not kept, except for the hundred latest ones of each phone. Returns the number of
 * check-ins that are new or gone.
 */
export const submitLocations = Effect.fn("Places.tellPoints")(function* (points: ReadonlyArray<SentPoint>) {
  const now = yield* Clock.currentTimeMillis
  const past = points.filter((point) => futureReason(happened, point, now) === undefined)
  const store = yield* CheckInStore
  const byPhone = Map.groupBy(past, ({ phone }) => phone)
  const counts = yield* Effect.forEach(byPhone, ([phone, of]) =>
    store.follow(
      `points of ${phone}`,
      Effect.fnUntraced(function* (saved) {
        const before = (yield* trails.read(phone, saved)).pipe(
          Option.getOrElse((): DeviceTrack => ({ recent: [], found: [] })),
        )
        const { begun, gone, trail } = trackDevice(
          phone,
          before,
          of.map(({ at, lat, lng }) => ({ at, lat, lng })),
        )
        const named = yield* nameStays(store, begun)
        return { cursor: trails.write(trail), begun: named.map(normalizeCheckIn), gone }
      }),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
})
