import * as Schema from "effect/Schema"
import { recordedText, whereRecorded } from "../recordings.ts"
import type { Reply } from "../scriptedServer.ts"
import { activity } from "./samples.ts"

const Listed = Schema.Struct({
  id: Schema.Int,
  start_date: Schema.String,
  sport_type: Schema.String,
  start_date_local: Schema.String,
})
const Items = Schema.Array(Schema.StructWithRest(Listed, [Schema.Record(Schema.String, Schema.Unknown)]))
type Items = typeof Items.Type
const Exchange = Schema.Struct({
  response: Schema.Struct({
    status: Schema.Int,
    headers: Schema.Record(Schema.String, Schema.String),
    body: Schema.Unknown,
  }),
})

const jsonOf = (file: string): unknown => JSON.parse(recordedText(`strava/${file}`))
const itemsOf = (file: string) => Schema.decodeUnknownSync(Items)(jsonOf(file))
const exchange = (file: string) =>
  Schema.decodeUnknownSync(Exchange)(jsonOf(`${file}.exchange.json`)).response
const listOf = (file: string) => Schema.decodeUnknownSync(Items)(exchange(file).body)

/** A recorded answer as it was sent; its type would be that of a body that we write again. */
const replyOf = (file: string): Reply => {
  const { body, headers, status } = exchange(file)
  const kept = Object.entries(headers).filter(([name]) => /^X-R/i.test(name))
  return { status, headers: Object.fromEntries(kept), body: body === null ? "" : JSON.stringify(body) }
}

/** The responses of Strava that the tests need, all of one origin. */
export interface Answers {
  readonly name: string
  readonly token: Reply
  readonly accessToken: string
  readonly empty: Reply
  readonly detail: Reply
  readonly detailRead: {
    readonly ref: string
    readonly localDay: string
    readonly movingSeconds: number
    readonly isRace: boolean
  }
  readonly invalidClient: Reply
  readonly unauthorized: Reply
  readonly rateLimited: Reply
  readonly stats: Reply
  readonly activities: () => Items
  readonly perPage: number
  readonly count: number
  readonly years: ReadonlyArray<readonly [year: number, summary: object | undefined]>
}

const at = (time: string) => Date.parse(time) / 1000

/** An activity that began in another zone than the samples' own. */
const elsewhere = (id: number, start: string, local: string, sport: string, more: object) =>
  activity({
    id,
    at: at(start),
    sport,
    more: { start_date_local: local, timezone: "(GMT+09:00) Asia/Tokyo", ...more },
  })

const ownActivities: Items = [
  activity({
    id: 1,
    at: at("2024-03-01T12:00:00Z"),
    more: {
      workout_type: 0,
      distance: 8046.7,
      moving_time: 2700,
      elapsed_time: 2900,
      total_elevation_gain: 30.5,
    },
  }),
  activity({
    id: 2,
    at: at("2024-05-12T08:00:00Z"),
    more: {
      workout_type: 1,
      distance: 42195,
      moving_time: 12_600,
      elapsed_time: 12_600,
      total_elevation_gain: 100,
    },
  }),
  // On a treadmill: nowhere, and not uphill.
  activity({
    id: 3,
    at: at("2024-05-01T12:00:00Z"),
    sport: "VirtualRun",
    more: { trainer: true, total_elevation_gain: 0 },
  }),
  // Of its local year at the start, here and in Tokyo.
  activity({
    id: 4,
    at: at("2025-01-01T02:30:00Z"),
    sport: "TrailRun",
    more: { distance: 3000, moving_time: 900, total_elevation_gain: 3 },
  }),
  elsewhere(5, "2024-12-31T16:00:00Z", "2025-01-01T01:00:00Z", "Run", {
    workout_type: 1,
    distance: 1609.344,
  }),
  // No runs: a ride has another number for races, and manual entries have no speed and no distance.
  activity({ id: 6, at: at("2024-06-01T12:00:00Z"), sport: "Ride", more: { workout_type: 11 } }),
  activity({
    id: 7,
    at: at("2024-06-02T12:00:00Z"),
    sport: "Swim",
    more: { manual: true, distance: 0, upload_id: null, average_speed: 0 },
  }),
  activity({ id: 8, at: at("2024-06-03T12:00:00Z"), sport: "Hike" }),
  elsewhere(9, "2024-06-04T12:00:00Z", "2024-06-04T21:00:00Z", "Workout", {
    trainer: true,
    average_temp: 21,
  }),
]

const limits = { "X-Ratelimit-Limit": "200,2000", "X-Ratelimit-Usage": "12,150" }
const faultOf = (resource: string, field: string) => [{ resource, field, code: "invalid" }]
const totals = { count: 21, distance: 310_000.10000000003, moving_time: 111_000, elevation_gain: 1500 }

const own: Answers = {
  name: "our own",
  accessToken: "second-access-token",
  token: {
    body: {
      token_type: "Bearer",
      access_token: "second-access-token",
      expires_at: 1_700_014_000,
      expires_in: 21_600,
      refresh_token: "second-refresh-token",
    },
  },
  empty: { headers: limits, body: [] },
  detail: {
    headers: limits,
    body: {
      ...activity({
        id: 2,
        at: at("2024-05-12T03:30:00Z"),
        more: { resource_state: 3, workout_type: 1, moving_time: 12_600, elapsed_time: 12_800 },
      }),
      description: "In 3:30.\r\n\r\nRain.",
      calories: 2900,
      splits_metric: [{ distance: 1000.4, elapsed_time: 301 }],
      laps: [{ id: 1, name: "Lap 1" }],
      gear: { id: "g1", primary: false, name: "Shoes" },
      photos: {},
      available_zones: ["heartrate"],
    },
  },
  detailRead: { ref: "2", localDay: "2024-05-11", movingSeconds: 12_600, isRace: true },
  invalidClient: {
    status: 400,
    body: { message: "Bad Request", errors: faultOf("Application", "client_id") },
  },
  unauthorized: {
    status: 401,
    body: { message: "Authorization Error", errors: faultOf("Application", "") },
  },
  // Both windows are used up, and the fault is a text.
  rateLimited: {
    status: 429,
    headers: { "X-Ratelimit-Limit": "100,1000", "X-Ratelimit-Usage": "100,1000" },
    body: { errors: "Rate Limit Exceeded", status: 429, message: "Too Many Requests" },
  },
  stats: { headers: limits, body: { recent_run_totals: totals, all_run_totals: totals } },
  activities: () => ownActivities,
  perPage: 4,
  count: 9,
  years: [
    [
      2024,
      // Calculated: 58,241.8 m / 1609.344 = 36.1897…; 133.5 m / 0.3048 = 437.992…; 17,700 s / 36.1897… = 489.08… = 8:09;
      // the longest of 42,195 m / 1609.344 = 26.2187….
      {
        year: 2024,
        runs: 4,
        miles: 36.19,
        feetClimbed: 437.99,
        seconds: 17_700,
        pace: "8:09/mi",
        longestMiles: 26.22,
        races: 1,
      },
    ],
    [2025, { runs: 1, miles: 1, races: 1 }],
    [2023, undefined],
  ],
}

const recordedOnes = (): Answers => ({
  name: "recorded",
  accessToken: "new-access-token",
  token: replyOf("token_refresh"),
  empty: replyOf("athlete_activities_page39_empty"),
  detail: replyOf("activity_detail_trimmed"),
  detailRead: { ref: "1946417534", localDay: "2018-11-04", movingSeconds: 13_085, isRace: true },
  invalidClient: replyOf("token_error_400_invalid_client"),
  unauthorized: replyOf("error_401_authorization"),
  rateLimited: replyOf("error_429_rate_limit"),
  stats: replyOf("athlete_stats"),
  activities: () => [
    ...itemsOf("runs_2024_all_fields_trimmed.json"),
    ...itemsOf("athlete_activities_mixed_types_assembled.json"),
    ...listOf("athlete_activities_page1"),
    ...listOf("athlete_activities_after_before_2018"),
  ],
  perPage: 50,
  // 187 of the 195 activities are runs: 175 of 2024, eight of 2025 and four of 2018.
  count: 195,
  years: [
    [
      2024,
      // Calculated from the file: 1,767,627.5 m / 1609.344 = 1098.3528…; 8,938.5 m / 0.3048 = 29,325.7874…;
      // 621,035 s / 1098.3528 = 565.42… = 9:25; the longest of 42,766.8 m / 1609.344 = 26.5740…; six with
      // workout_type 1.
      {
        year: 2024,
        runs: 175,
        miles: 1098.35,
        feetClimbed: 29325.79,
        seconds: 621_035,
        pace: "9:25/mi",
        longestMiles: 26.57,
        races: 6,
      },
    ],
    [2025, { runs: 8, races: 2 }],
    // 13,994.6 + 9,681.1 + 8,449.8 + 5,045.1 = 37,170.6 m = 23.0967… miles.
    [2018, { runs: 4, miles: 23.1, races: 1, seconds: 12_904 }],
    [2023, undefined],
  ],
})

/** Our own responses, and recorded ones if there are any. */
export const answers: ReadonlyArray<Answers> = [own, ...whereRecorded(() => [recordedOnes()])]
