import type { Answer } from "../../data/responses.ts"
import { countsMiles, distance, duration, height, number, pace, unitsOfMile } from "../../format.ts"
import { messages } from "../../messages.ts"

const { running } = messages

type Whole = Answer<"running", "activity">
type Split = Whole["splits_mi"][number] | Whole["splits_km"][number]

/** A part of a run, as a line of a table. */
interface Part {
  readonly name: string
  readonly miles: number
  readonly seconds: number
  readonly feet: number
  readonly heartRate: number | undefined
}

interface PartsProps {
  readonly title: string
  /** What the first column is: the unit of splits. */
  readonly head: string
  readonly parts: ReadonlyArray<Part>
  /** The run, with whose pace each part is compared. */
  readonly run: Pick<Whole, "distance_mi" | "moving_s">
}

const Parts = ({ head, parts, run, title }: PartsProps) => {
  const paceOf = (seconds: number, miles: number) => seconds / Math.max(miles * unitsOfMile, 0.01)
  const paces = parts.map(({ miles, seconds }) => paceOf(seconds, miles))
  const [fastest, slowest] = [Math.min(...paces), Math.max(...paces, 1)]
  const average = paceOf(run.moving_s, run.distance_mi)
  const hasHeart = parts.some(({ heartRate }) => heartRate !== undefined)
  return (
    <section class="card">
      <header class="section">
        <h2>{title}</h2>
        <span class="quiet small">{running.fromZero}</span>
      </header>
      <div class="split-scroll">
        <table class="splits">
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <td />
              <th scope="col">{running.facts.pace}</th>
              <th scope="col">{running.average}</th>
              <th scope="col" class="split-more">
                {running.rise}
              </th>
              {hasHeart ? <th scope="col">{running.bpm}</th> : undefined}
            </tr>
          </thead>
          <tbody>
            {parts.map(({ feet, heartRate, name }, at) => {
              const one = paces[at] ?? 0
              const difference = Math.round(one - average)
              return (
                <tr key={`${at} ${name}`}>
                  <th scope="row">{name}</th>
                  <td class={`split-bar ${one === fastest ? "split-best" : ""}`} aria-hidden="true">
                    <i style={{ width: `${(100 * one) / slowest}%` }} />
                  </td>
                  <td class="split-pace">{duration(one)}</td>
                  <td class={difference < 0 ? "split-faster" : "quiet"}>{running.seconds(difference)}</td>
                  <td class="quiet split-more">{height(feet)}</td>
                  {hasHeart ? (
                    <td class="quiet">{heartRate === undefined ? "" : number(Math.round(heartRate))}</td>
                  ) : undefined}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <p class="hidden">{running.averageOf(pace(run.moving_s, run.distance_mi))}</p>
    </section>
  )
}

/** The splits of a run, by mile or kilometre; nothing if there are none. */
export const Splits = ({
  run,
  splits,
}: {
  readonly splits: ReadonlyArray<Split>
  readonly run: PartsProps["run"]
}) =>
  splits.length === 0 ? undefined : (
    <Parts
      title={running.splits}
      head={countsMiles ? running.units.mile : running.units.kilometre}
      run={run}
      parts={splits.map((split, at) => {
        const units = "distance_mi" in split ? split.distance_mi : split.distance_km
        const miles = units / unitsOfMile
        return {
          name: units < 0.99 ? distance(miles) : number(at + 1),
          miles,
          seconds: split.moving_s,
          feet: split.elevation_ft,
          heartRate: split.heart_rate,
        }
      })}
    />
  )

/** The laps of a run; nothing if it has at most one, which is the run itself. */
export const Laps = ({ laps, run }: { readonly laps: Whole["laps"]; readonly run: PartsProps["run"] }) =>
  laps.length < 2 ? undefined : (
    <Parts
      title={running.laps}
      head={running.lapHead}
      run={run}
      parts={laps.map((lap, at) => ({
        name: `${lap.name === "" ? running.lap(at + 1) : lap.name} · ${distance(lap.distance_mi)}`,
        miles: lap.distance_mi,
        seconds: lap.moving_s,
        feet: lap.elevation_ft,
        heartRate: lap.heart_rate,
      }))}
    />
  )
