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
  number,
  pace,
} from "../../format.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { Facts } from "../../parts/facts.tsx"
import { MapOf } from "../../parts/map.tsx"
import { Profile } from "../../parts/charts/profile.tsx"
import { Shown } from "../../parts/states.tsx"
import { Title } from "../../parts/title.tsx"
import { type Address, withQuery } from "../../router.tsx"
import { pacesOf } from "./course.ts"
import { positionsOf } from "./polyline.ts"
import { nameOf } from "./runLine.tsx"
import { Laps, Splits } from "./splits.tsx"

const { running } = messages

type Whole = Answer<"running", "activity">

const metresOfMile = 1_609.344
const [long, short] = lengthUnits
const metresOfUnit = long?.metres ?? 1_000
const milesOf = (metres: number) => metres / metresOfMile
/** Seconds. */
const stepsOfPace = [5, 10, 15, 30, 60, 120, 300, 600]

/** The track on its map, and the measurements along it. The selected point is marked on the map. */
const Course = ({ run }: { readonly run: Whole }) => {
  const [at, setAt] = useState<number>()
  const properties = run.track?.properties
  const coordinates = useMemo(
    () => run.track?.geometry?.coordinates ?? positionsOf(run.polyline ?? ""),
    [run.track, run.polyline],
  )
  const lines = useMemo(
    () => (coordinates.length < 2 ? [] : [{ id: run.id, coordinates, name: nameOf(run) }]),
    [coordinates],
  )
  const measured = useMemo(() => {
    if (properties === undefined || properties.distances_m.length < 3) return undefined
    const heights = coordinates.map(([, , metres]) =>
      metres === undefined ? null : metres / (short?.metres ?? 1),
    )
    const isPlaced = coordinates.length === properties.distances_m.length
    return {
      along: properties.distances_m.map((metres) => metres / metresOfUnit),
      paces: pacesOf(properties).map((pace) => (pace === null ? null : pace * metresOfUnit)),
      heartRates: properties.heart_rates?.map((rate) => (rate === 0 ? null : rate)),
      heights: isPlaced && heights.some((one) => one !== null) ? heights : undefined,
      isPlaced,
    }
  }, [run.track])
  const spot = at === undefined || measured?.isPlaced !== true ? undefined : coordinates[at]
  const shared = {
    along: measured?.along ?? [],
    at,
    onAt: setAt,
    writeAlong: (value: number) => number(value),
  }
  const here = at === undefined ? undefined : properties?.distances_m[at]
  return (
    <>
      <section>
        <h2>{running.track}</h2>
        {lines.length === 0 ? (
          <p class="quiet">{running.noTrack}</p>
        ) : (
          <MapOf
            label={running.trackOf(nameOf(run))}
            lines={lines}
            height={360}
            depth={16}
            {...(spot === undefined ? {} : { spot })}
          />
        )}
      </section>
      {measured === undefined ? undefined : (
        <section>
          <header class="section">
            <h2>{running.course}</h2>
            <span class="quiet small" aria-live="polite">
              {here === undefined ? "" : running.at(distance(milesOf(here)))}
            </span>
          </header>
          <div class="profiles">
            <Profile
              {...shared}
              label={running.facts.pace}
              values={measured.paces}
              write={(seconds) => pace(seconds, milesOf(metresOfUnit))}
              writeTick={duration}
              steps={stepsOfPace}
              isReversed
            />
            {measured.heartRates === undefined ? undefined : (
              <Profile
                {...shared}
                label={running.heartRate}
                values={measured.heartRates}
                write={running.beats}
                writeTick={number}
              />
            )}
            {measured.heights === undefined ? undefined : (
              <Profile
                {...shared}
                label={running.elevation}
                values={measured.heights}
                write={(value) => short?.write(value) ?? ""}
                writeTick={number}
                isFilled
              />
            )}
          </div>
        </section>
      )}
    </>
  )
}

const Efforts = ({ efforts }: { readonly efforts: Whole["best_efforts"] }) =>
  efforts.length === 0 ? undefined : (
    <section>
      <h2>{running.efforts}</h2>
      <Facts
        facts={efforts.map(({ duration_s: seconds, effort }) => [
          running.recordNames[effort] ?? effort,
          duration(seconds),
        ])}
      />
    </section>
  )

const Lead = ({ run }: { readonly run: Whole }) => (
  <>
    {fullDay(dayOf(run.started_at))}, {clock(run.started_at)}
    {run.city === "" ? "" : ` · ${run.city}`}
    {run.race ? <span class="mark"> · {running.race}</span> : undefined}
  </>
)

/** A run: its numbers, its way on a map and along it, its splits and laps. */
const RunView = ({ params }: Address) => {
  const path = `/v1/running/activities/${encodeURIComponent(params["id"] ?? "")}`
  const read = useRead<Whole>(path)
  return (
    <div class="hue-running">
      <Shown path={path} read={read} lines={8}>
        {(run) => (
          <>
            <Title title={nameOf(run)} lead={<Lead run={run} />}>
              <Correct domain="running" type="run" id={run.id} name={nameOf(run)} values={run} />
            </Title>
            <Facts
              facts={[
                [running.facts.distance, distance(run.distance_mi)],
                [running.facts.time, duration(run.moving_s)],
                [running.facts.pace, pace(run.moving_s, run.distance_mi)],
                [running.facts.climb, height(run.elevation_ft)],
                [running.heartRate, run.heart_rate === undefined ? "" : running.beats(run.heart_rate)],
                [running.cadence, run.cadence === undefined ? "" : running.steps(run.cadence)],
                // A few seconds at a light are not worth mentioning as a pause.
                [running.elapsed, run.elapsed_s > run.moving_s * 1.02 ? duration(run.elapsed_s) : ""],
                [
                  running.gear,
                  run.gear === undefined ? undefined : (
                    <a href={withQuery("/running/activities", { gear: run.gear.id }).slice(1)}>
                      {run.gear.name === "" ? run.gear.id : run.gear.name}
                    </a>
                  ),
                ],
              ]}
            />
            <Course run={run} />
            <Splits splits={countsMiles ? run.splits_mi : run.splits_km} />
            <Laps laps={run.laps} />
            <Efforts efforts={run.best_efforts} />
          </>
        )}
      </Shown>
    </div>
  )
}

export default RunView
