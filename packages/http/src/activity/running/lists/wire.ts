import type { Split } from "@daybook/running"
import {
  averagePace,
  BestEffort,
  type DetailedRun,
  effortDistances,
  feetOf,
  GearItem,
  kilometresOf,
  Lap,
  milesOf,
  pacePerKilometre,
  pointsOf,
  RunItem,
  type RunRecord,
  type Track,
  type YearSummary,
} from "@daybook/running"
import * as Schema from "effect/Schema"
import {
  hiddenAs,
  Instant,
  InstantOrEmpty,
  listOf,
  manyOf,
  optional,
  optionalForm,
  wireAs,
  wireForm,
} from "../../forRoutes.ts"
import { summaryFields, summaryNames } from "../wire.ts"

const { miles: Miles, pace: PaceOfMile } = summaryFields
const Feet = Schema.Finite.annotate({ description: "Feet, with two decimals" })
const HeartRate = optional(Schema.Finite, "Average, in beats a minute")

const gearFields = {
  id: GearItem.fields.id,
  name: GearItem.fields.name.annotate({ description: "Empty until it has been fetched" }),
}
const Gear = wireForm(gearFields)

const runFields = {
  id: RunItem.fields.id.annotate({ description: "The source and its id of the run" }),
  name: RunItem.fields.name.annotate({ description: "The title, set by you or the service" }),
  startedAt: Instant,
  distanceMi: Miles,
  movingS: Schema.Int.annotate({ description: "Seconds without pauses" }),
  elapsedS: Schema.Int.annotate({ description: "Elapsed seconds with pauses; 0 if unknown" }),
  elevationFt: Feet.annotate({ description: "Feet climbed, with two decimals" }),
  avgPace: PaceOfMile,
  heartRate: HeartRate,
  cadence: optional(Schema.Finite, "Average, in steps a minute"),
  race: RunItem.fields.isRace.annotate({ description: "True where the service marks it as a race" }),
  gear: optionalForm(Gear),
  city: RunItem.fields.city,
  sport: optional(RunItem.fields.sport, "Another sport, such as ride; missing for a run"),
  polyline: optional(RunItem.fields.polyline, "The line, as an encoded polyline of five decimals"),
}

const shownRun = (run: RunItem, source = run.id.slice(0, run.id.indexOf(":"))) => ({
  id: run.id,
  name: run.name,
  startedAt: run.startedAt,
  distanceMi: milesOf(run.distanceMm),
  movingS: run.movingSeconds,
  elapsedS: run.elapsedSeconds,
  elevationFt: feetOf(run.climbMm),
  avgPace: averagePace(run.movingSeconds, run.distanceMm),
  heartRate: run.heartRate,
  cadence: run.cadence,
  race: run.isRace,
  gear: run.gearRef === "" ? undefined : { id: `${source}:${run.gearRef}`, name: run.gearName },
  city: run.city,
  sport: run.sport === "" ? undefined : run.sport,
  polyline: run.polyline === "" ? undefined : run.polyline,
})

export const hiddenRun = hiddenAs("running", "run")

const WireRun = wireForm(runFields, {}, hiddenRun)

/** A page of runs. */
export const Runs = listOf(wireAs(WireRun, (run: RunItem) => WireRun.of(shownRun(run))))

const partFields = { movingS: Schema.Int, elapsedS: Schema.Int, heartRate: HeartRate }

const splitFields = {
  ...partFields,
  elevationFt: Feet.annotate({ description: "Feet between its ends; negative downhill" }),
}

const shownSplit = (split: Split) => ({
  movingS: split.movingSeconds,
  elapsedS: split.elapsedSeconds,
  elevationFt: feetOf(split.riseMm),
  heartRate: split.heartRate,
})

const MileSplitForm = wireForm({ distanceMi: Miles, ...splitFields, avgPace: PaceOfMile })
const MileSplit = wireAs(MileSplitForm, (split: Split) =>
  MileSplitForm.of({
    ...shownSplit(split),
    distanceMi: milesOf(split.distanceMm),
    avgPace: averagePace(split.movingSeconds, split.distanceMm),
  }),
)

const KilometreSplitForm = wireForm({
  distanceKm: Schema.Finite.annotate({ description: "Kilometres, with two decimals" }),
  ...splitFields,
  avgPace: Schema.String.annotate({ description: "M:SS/km; 0:00/km if the distance is 0" }),
})
const KilometreSplit = wireAs(KilometreSplitForm, (split: Split) =>
  KilometreSplitForm.of({
    ...shownSplit(split),
    distanceKm: kilometresOf(split.distanceMm),
    avgPace: pacePerKilometre(split.movingSeconds, split.distanceMm),
  }),
)

const LapForm = wireForm({
  name: Lap.fields.name,
  distanceMi: Miles,
  ...partFields,
  elevationFt: Feet,
  avgPace: PaceOfMile,
})
const WireLap = wireAs(LapForm, (lap: Lap) =>
  LapForm.of({
    name: lap.name,
    distanceMi: milesOf(lap.distanceMm),
    movingS: lap.movingSeconds,
    elapsedS: lap.elapsedSeconds,
    heartRate: lap.heartRate,
    elevationFt: feetOf(lap.climbMm),
    avgPace: averagePace(lap.movingSeconds, lap.distanceMm),
  }),
)

const EffortForm = wireForm({ effort: BestEffort.fields.effort, durationS: Schema.Int, avgPace: PaceOfMile })
const WireEffort = wireAs(EffortForm, ({ effort, seconds }: BestEffort) =>
  EffortForm.of({ effort, durationS: seconds, avgPace: averagePace(seconds, effortDistances[effort]) }),
)

const Coordinates = Schema.Array(Schema.Array(Schema.Finite))
export const LineString = Schema.Struct({ type: Schema.Literal("LineString"), coordinates: Coordinates })

const trackFields = {
  seconds: Schema.Array(Schema.Int).annotate({ description: "Seconds since the start, one a point" }),
  distancesM: Schema.Array(Schema.Finite).annotate({ description: "Metres from the start, one a point" }),
  heartRates: Schema.optionalKey(Schema.Array(Schema.Int)),
  cadences: Schema.optionalKey(Schema.Array(Schema.Int)),
}

const TrackProperties = wireForm(trackFields)

const TrackFeature = Schema.Struct({
  type: Schema.Literal("Feature"),
  geometry: Schema.NullOr(LineString).annotate({
    description: "Longitude, latitude and, if measured, metres above sea level; null indoors",
  }),
  properties: TrackProperties,
}).annotate({ description: "GeoJSON (RFC 7946)" })

const metres = (mm: number): number => Math.round(mm / 100) / 10

/** A track as a GeoJSON feature, with the measurements of each point in its properties. */
const WireTrack = wireAs(TrackFeature, (track: Track) => {
  const points = pointsOf(track)
  const coordinates = points.flatMap(({ elevationMm, position }) =>
    position === undefined
      ? []
      : [
          elevationMm === undefined
            ? [position.lng, position.lat]
            : [position.lng, position.lat, metres(elevationMm)],
        ],
  )
  return {
    type: "Feature" as const,
    geometry: coordinates.length < 2 ? null : { type: "LineString" as const, coordinates },
    properties: TrackProperties.of({
      seconds: points.map(({ seconds }) => seconds),
      distancesM: points.map(({ distanceMm }) => metres(distanceMm)),
      heartRates: track.heartRates === "" ? undefined : points.map(({ heartRate }) => heartRate ?? 0),
      cadences: track.cadences === "" ? undefined : points.map(({ cadence }) => cadence ?? 0),
    }),
  }
})

const WholeRunForm = wireForm(
  {
    ...runFields,
    splitsMi: manyOf(MileSplit),
    splitsKm: manyOf(KilometreSplit),
    laps: manyOf(WireLap),
    bestEfforts: manyOf(WireEffort),
    track: optionalForm(WireTrack),
  },
  {},
  hiddenRun,
)

const WholeRun = wireAs(WholeRunForm, (run: DetailedRun) => {
  const { efforts = [], kilometreSplits = [], laps = [], mileSplits = [], track } = run.details ?? {}
  return WholeRunForm.of({
    ...shownRun(run),
    splitsMi: mileSplits,
    splitsKm: kilometreSplits,
    laps,
    bestEfforts: efforts,
    track,
  })
})

/** One run with all known details. */
export const RunAnswer = WholeRun

const Life = wireForm(
  { ...summaryFields, firstRunAt: InstantOrEmpty, lastRunAt: InstantOrEmpty },
  summaryNames,
)

/** The totals of a life. */
export const StatsAnswer = Life

const YearForm = wireForm({ id: Schema.Int, year: Schema.Int, ...summaryFields }, summaryNames)

/** A page of years. */
export const Years = listOf(wireAs(YearForm, (year: YearSummary) => YearForm.of({ id: year.year, ...year })))

const RecordForm = wireForm({
  id: Schema.Literals([
    "1km",
    "mile",
    "5km",
    "10km",
    "half",
    "marathon",
    "longest",
    "most_climbed",
    "fastest_pace",
  ]),
  distanceMi: Miles,
  durationS: Schema.Int.annotate({ description: "Elapsed time for a best time, else moving time" }),
  avgPace: PaceOfMile,
  activity: WireRun,
})
const WireRecord = wireAs(RecordForm, (record: RunRecord) =>
  RecordForm.of({
    id: record.id,
    distanceMi: milesOf(record.distanceMm),
    durationS: record.seconds,
    avgPace: averagePace(record.seconds, record.distanceMm),
    activity: shownRun(record.run),
  }),
)

export const Records = listOf(WireRecord)

const WireGear = wireForm({
  ...gearFields,
  retired: GearItem.fields.isRetired,
  runs: GearItem.fields.runs,
  distanceMi: Miles,
  movingS: Schema.Int,
  avgPace: PaceOfMile,
  firstUsedAt: Instant,
  lastUsedAt: Instant,
})

/** A page of shoes. */
export const GearList = listOf(
  wireAs(WireGear, (gear: GearItem) =>
    WireGear.of({
      ...gear,
      retired: gear.isRetired,
      distanceMi: milesOf(gear.distanceMm),
      movingS: gear.movingSeconds,
      avgPace: averagePace(gear.movingSeconds, gear.distanceMm),
    }),
  ),
)

const EddingtonNumber = wireForm({
  number: Schema.Int.annotate({ description: "n days had at least n units" }),
  next: Schema.Int,
  missingDays: Schema.Int.annotate({ description: "The days of that length that the next number takes" }),
})

/** The Eddington numbers. */
export const EddingtonAnswer = wireForm({ miles: EddingtonNumber, kilometres: EddingtonNumber })
