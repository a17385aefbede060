import type { SourceError, TokenStore } from "@daybook/kernel"
import { type RunBatch, type RunSource, RunSources } from "@daybook/running"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { layerOf, service } from "../services.ts"
import type { Sealing } from "../sealing.ts"
import { decodeRows, idIn } from "../rows.ts"
import * as Upstream from "../upstream.ts"
import { Activity, refOf, runOf, startOf } from "./activities.ts"
import { type Client, makeClient } from "./client.ts"
import { DetailedActivity, detailsOf, streamNames, Streams } from "./details.ts"
import { afterPage, cursors, reads, type Window } from "./walk.ts"
import { type Config, settings } from "./settings.ts"

export { link } from "./link.ts"
export { type Config, settings } from "./settings.ts"
export { webhook } from "./webhook.ts"

const daySeconds = 86_400

/** The stretch of time that each sync reads again for edits and deletions. */
const rereadSeconds = 30 * daySeconds

// Strava's largest page.
const perPage = 200

// A window of endless pages is an error; a real window closes after each page.
const maxPages = 500

const now = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

const Activities = Schema.Array(Schema.Unknown)

const runsOf = (activities: ReadonlyArray<Activity>) =>
  activities.flatMap((activity) => runOf(activity) ?? [])

/** Reads activities page by page. */
const pagesOf = (upstream: Upstream.Upstream, get: Client["get"]) => {
  const activitiesIn = (rows: ReadonlyArray<unknown>) =>
    decodeRows("strava", Activity, rows, { idOf: idIn("id") })

  const page = Effect.fnUntraced(function* (window: Window) {
    if (window.page > maxPages) {
      return yield* upstream.failure("malformed answer", "sends page after page and comes to no end")
    }
    const rows = yield* get(
      "/athlete/activities",
      { ...window, per_page: perPage },
      upstream.json(Activities),
    )
    // A page may hold fewer than requested, and only an empty one is the last.
    if (rows.length === 0) return { activities: [], rejected: [], left: undefined }
    const { good: activities, rejected } = yield* activitiesIn(rows)
    return {
      activities,
      rejected: rejected.map(({ ref }) => ref),
      left: afterPage(
        window,
        activities.flatMap((activity) => startOf(activity) ?? []),
      ),
    }
  })

  /** All activities, a batch for each page. */
  const walk = (setting: string, began: number, from: Window): Stream.Stream<RunBatch, SourceError> =>
    Stream.paginate(
      from,
      Effect.fnUntraced(function* (window: Window) {
        const { activities, left, rejected } = yield* page(window)
        const read = { setting, reads } as const
        const position = left === undefined ? { ...read, through: began } : { ...read, began, window: left }
        const batch: RunBatch = {
          runs: runsOf(activities),
          gone: [],
          rejected,
          cursor: cursors.write(position),
        }
        return [[batch], Option.fromUndefinedOr(left)] as const
      }),
    )

  /** The last 30 days before the last reading, and everything since, as one batch that names all of it. */
  const reread = Effect.fnUntraced(function* (setting: string, last: number | undefined) {
    const through = yield* now
    const since = Math.max(1, Math.min(last ?? through, through) - rereadSeconds)
    const found = new Map<string, Activity>()
    const rejected = new Set<string>()
    let left: Window | undefined = { after: since - 1, page: 1 }
    while (left !== undefined) {
      const read: Effect.Success<ReturnType<typeof page>> = yield* page(left)
      for (const ref of read.rejected) rejected.add(ref)
      for (const activity of read.activities) found.set(refOf(activity), activity)
      left = read.left
    }
    const batch: RunBatch = {
      runs: runsOf([...found.values()]),
      gone: [],
      rejected: [...rejected],
      cursor: cursors.write({ setting, reads, through }),
      wholeSince: since * 1000,
    }
    return batch
  })

  return { activitiesIn, reread, walk }
}

/** Runs from Strava's API, version 3 (https://developers.strava.com/docs/reference/). */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<RunSource, never, HttpClient | TokenStore | Sealing> {
  const { access, get, upstream } = yield* makeClient(config)

  const { activitiesIn, reread, walk } = pagesOf(upstream, get)

  const runs = (cursor: Option.Option<string>) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const saved = yield* cursors.read("strava", cursor)
        const setting = yield* access.account
        // A new refresh token in the settings may be another account's: everything is read again.
        const position = Option.getOrUndefined(Option.filter(saved, (last) => last.setting === setting))
        if (position !== undefined && "through" in position)
          return Stream.fromEffect(reread(setting, position.through))
        const began = position?.began ?? (yield* now)
        return Stream.concat(
          walk(setting, began, position?.window ?? { after: 0, page: 1 }),
          Stream.fromEffect(reread(setting, began)),
        )
      }),
    )

  const readRun = Effect.fnUntraced(function* (row: unknown) {
    const { good, rejected } = yield* activitiesIn([row])
    const [fault] = rejected
    if (fault === undefined) return Option.fromUndefinedOr(runsOf(good)[0])
    return yield* upstream.failure(
      "malformed answer",
      `sent an activity that we cannot read (${fault.reason})`,
    )
  })

  const details = Effect.fnUntraced(function* (ref: string) {
    const path = `/activities/${encodeURIComponent(ref)}`
    const activity = yield* get(path, {}, Upstream.ifKnown(upstream.json(DetailedActivity)))
    if (Option.isNone(activity)) return Option.none()
    // A manually entered activity has no streams.
    const streams =
      activity.value.manual === true
        ? Option.none()
        : yield* get(
            `${path}/streams`,
            { keys: streamNames, key_by_type: "true" },
            Upstream.ifKnown(upstream.json(Streams)),
          )
    return Option.some(
      detailsOf(
        activity.value,
        Option.getOrElse(streams, () => ({})),
      ),
    )
  })

  const source: RunSource = {
    name: "strava",
    runs,
    run: (ref) =>
      get(`/activities/${encodeURIComponent(ref)}`, {}, (answer) =>
        // The body of a 404 may be empty.
        answer.status === 404
          ? Effect.succeedNone
          : Effect.flatMap(upstream.json(Schema.Unknown)(answer), readRun),
      ),
    details: {
      // Two calls each: 80 of the 100 that Strava allows to read in a quarter of an hour, and 800 of a day's 1,000.
      inQuarterHour: 40,
      inDay: 400,
      of: details,
    },
    readAgain: (rows) => Effect.map(activitiesIn(rows), ({ good }) => runsOf(good)),
  }
  return source
})

/** Strava as the source of runs, or none if it is not configured. */
export const sources = (
  config: Config | undefined,
): Layer.Layer<RunSources, never, HttpClient | TokenStore | Sealing> =>
  layerOf(RunSources, service(settings, config, make))
