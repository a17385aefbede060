import "./running.css"
import { useMemo, useState } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import {
  clock,
  countsMiles,
  dayOf,
  distance,
  duration,
  fullDay,
  height,
  lengthUnits,
  metresOfMile,
  number,
  pace,
} from "../../format.ts"
import { messages } from "../../messages.ts"
import { Along } from "../../parts/charts/along.tsx"
import { Correct } from "../../parts/edits/correct.tsx"
import { Facts } from "../../parts/facts.tsx"
import { type Figure, Figures } from "../../parts/figures.tsx"
import { useTrails } from "../../parts/map/trails.ts"
import { Shown } from "../../parts/notices/states.tsx"
import { Title } from "../../parts/title.tsx"
import { type Address, withQuery } from "../../router.tsx"
import { pacesOf, placeOf, usualPaceOf } from "./course.ts"
import { coordinatesOf, RunMap } from "./runMap.tsx"
import { nameOf } from "./runLine.tsx"
import { Laps, Splits } from "./splits.tsx"

const { running } = messages

type Whole = Answer<"running", "activity">

const [long, short] = lengthUnits
const metresOfUnit = long?.metres ?? 1_000
const milesOf = (metres: number) => metres / metresOfMile
/** Seconds. */
const stepsOfPace = [5, 10, 15, 30, 60, 120, 300, 600]
/** The largest difference from the usual pace, in seconds. */
const usualWithin = 2

/** The measurements of a track, in the owner's units; undefined for too few points. */
const measuresOf = (track: Whole["track"]) => {
  if (track === undefined || track.properties.distances_m.length < 3) return undefined
  const { distances_m: metres, heart_rates: rates } = track.properties
  const coordinates = track.geometry?.coordinates ?? []
  const heights = coordinates.map(([, , up]) => (up === undefined ? null : up / (short?.metres ?? 1)))
  const hasHeights = coordinates.length === metres.length && heights.some((one) => one !== null)
  return {
    along: metres.map((here) => here / metresOfUnit),
    paces: pacesOf(track.properties).map((one) => (one === null ? null : one * metresOfUnit)),
    rates: rates?.map((rate) => (rate === 0 ? null : rate)),
    heights: hasHeights ? heights : undefined,
  }
}

/** Pace, heart rate and height along the way, with their values at the selected point in words. */
const Course = ({
  at,
  measured,
  onAt,
}: {
  readonly measured: NonNullable<ReturnType<typeof measuresOf>>
  readonly at: number | undefined
  readonly onAt: (at: number | undefined) => void
}) => {
  const { along, heights, paces, rates } = measured
  const unit = (value: number) => distance(milesOf(value * metresOfUnit))
  const written = (value: number | null | undefined, write: (value: number) => string) =>
    value == null ? "" : write(value)
  const said =
    at === undefined
      ? running.courseKeys
      : running.at(
          unit(along[at] ?? 0),
          [
            written(paces[at], (seconds) => pace(seconds, milesOf(metresOfUnit))),
            written(rates?.[at], running.beats),
            written(heights?.[at], (up) => running.high(short?.write(Math.round(up)) ?? "")),
          ].filter((part) => part !== ""),
        )
  return (
    <section class="card">
      <header class="section">
        <h2>{running.course}</h2>
        <span class="along-key small">
          <span class="key-pace">{running.facts.pace}</span>
          {rates === undefined ? undefined : <span class="key-heart">{running.heartRate}</span>}
          {heights === undefined ? undefined : <span class="key-ground">{running.elevation}</span>}
        </span>
      </header>
      <Along
        label={running.course}
        along={along}
        writeAlong={(value) => (value === 0 ? running.start : unit(value))}
        pace={{ values: paces, writeTick: duration, steps: stepsOfPace }}
        heart={rates === undefined ? undefined : { values: rates, writeTick: number }}
        heights={heights}
        at={at}
        onAt={onAt}
      />
      <p class="quiet small" aria-live="polite">
        {said}
      </p>
    </section>
  )
}

/** A pace next to the usual one nearby. */
const paceNote = (run: Whole, usual: number | undefined) => {
  if (usual === undefined || run.moving_s === 0) return running.figures.pace
  const difference = Math.round((usual - run.moving_s / run.distance_mi) / (metresOfMile / metresOfUnit))
  if (Math.abs(difference) < usualWithin) return running.asUsual
  return difference > 0 ? running.fasterHere(difference) : running.slowerHere(-difference)
}

const figuresOf = (run: Whole, { isKnown, runs }: ReturnType<typeof useTrails>): ReadonlyArray<Figure> => {
  const others = runs.map(({ properties }) => properties)
  const place = placeOf(others, run.distance_mi)
  return [
    {
      value: distance(run.distance_mi),
      note: isKnown && others.length > 2 && place <= 10 ? running.placeHere(place) : running.figures.distance,
    },
    { value: duration(run.moving_s), note: running.moving },
    { value: pace(run.moving_s, run.distance_mi), note: paceNote(run, usualPaceOf(others, run.distance_mi)) },
    { value: run.heart_rate === undefined ? "" : running.beats(run.heart_rate), note: running.figures.heart },
    { value: height(run.elevation_ft), note: running.climbed },
  ]
}

const Efforts = ({ efforts }: { readonly efforts: Whole["best_efforts"] }) =>
  efforts.length === 0 ? undefined : (
    <section class="card">
      <h2>{running.efforts}</h2>
      <Facts
        facts={efforts.map(({ duration_s: seconds, effort }) => [
          running.recordNames[effort] ?? effort,
          duration(seconds),
        ])}
      />
    </section>
  )

/** What else is known of a run. */
const More = ({ run }: { readonly run: Whole }) => {
  const facts = [
    [running.cadence, run.cadence === undefined ? "" : running.steps(run.cadence)],
    // A few seconds at a light are not worth mentioning as a pause.
    [running.elapsed, run.elapsed_s > run.moving_s * 1.02 ? duration(run.elapsed_s) : ""],
    [
      running.gear,
      run.gear === undefined ? (
        ""
      ) : (
        <a href={withQuery("/running/activities", { gear: run.gear.id }).slice(1)}>
          {run.gear.name === "" ? run.gear.id : run.gear.name}
        </a>
      ),
    ],
  ] as const
  return facts.every(([, value]) => value === "") ? undefined : (
    <section class="card run-also">
      <h2>{running.more}</h2>
      <Facts facts={facts} />
    </section>
  )
}

const Lead = ({ run }: { readonly run: Whole }) => (
  <>
    {fullDay(dayOf(run.started_at))}, {clock(run.started_at)}
    {run.city === "" ? "" : ` · ${run.city}`}
    {run.race ? <span class="mark"> · {running.race}</span> : undefined}
  </>
)

const WholeRun = ({ run }: { readonly run: Whole }) => {
  const [at, setAt] = useState<number>()
  const coordinates = useMemo(() => coordinatesOf(run), [run.track, run.polyline])
  const measured = useMemo(() => measuresOf(run.track), [run.track])
  const around = useTrails(coordinates, run.id)
  return (
    <>
      <Title title={nameOf(run)} lead={<Lead run={run} />}>
        <Correct domain="running" type="run" id={run.id} name={nameOf(run)} values={run} />
      </Title>
      {coordinates.length < 2 ? (
        <p class="quiet">{running.noTrack}</p>
      ) : (
        <RunMap run={run} coordinates={coordinates} around={around} at={at} onAt={setAt} />
      )}
      <Figures figures={figuresOf(run, around)} />
      {measured === undefined ? undefined : <Course measured={measured} at={at} onAt={setAt} />}
      <div class="columns run-parts">
        <div>
          <Splits splits={countsMiles ? run.splits_mi : run.splits_km} run={run} />
          <Laps laps={run.laps} run={run} />
        </div>
        <div>
          <Efforts efforts={run.best_efforts} />
          <More run={run} />
        </div>
      </div>
    </>
  )
}

/** A run: its way on a map first, its numbers, how it went along the way, its splits and laps. */
const RunView = ({ params }: Address) => {
  const path = `/v1/running/activities/${encodeURIComponent(params["id"] ?? "")}`
  const read = useRead<Whole>(path)
  return (
    <div class="hue-running">
      <Shown path={path} read={read} lines={8}>
        {(run) => <WholeRun run={run} />}
      </Shown>
    </div>
  )
}

export default RunView
