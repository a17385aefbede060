import type { Answer } from "../../data/responses.ts"
import { distance, duration, height, number, pace } from "../../format.ts"
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

const Parts = ({ parts, title }: { readonly title: string; readonly parts: ReadonlyArray<Part> }) => {
  const paces = parts.map(({ miles, seconds }) => seconds / Math.max(miles, 0.01))
  const [fastest, slowest] = [Math.min(...paces), Math.max(...paces)]
  const hasHeart = parts.some(({ heartRate }) => heartRate !== undefined)
  return (
    <section>
      <h2>{title}</h2>
      <div class="split-scroll">
        <table class="splits">
          <thead>
            <tr>
              <th scope="col">{running.split}</th>
              <th scope="col">{running.facts.pace}</th>
              <td />
              <th scope="col">{running.facts.time}</th>
              <th scope="col">{running.rise}</th>
              {hasHeart ? <th scope="col">{running.heartRate}</th> : undefined}
            </tr>
          </thead>
          <tbody>
            {parts.map(({ feet, heartRate, miles, name, seconds }, at) => (
              <tr key={`${at} ${name}`}>
                <th scope="row">{name}</th>
                <td>{pace(seconds, miles)}</td>
                <td class="split-bar" aria-hidden="true">
                  {/* The fastest is whole, the slowest a third: differences are small. */}
                  <i
                    style={{
                      width: `${100 - (67 * ((paces[at] ?? 0) - fastest)) / Math.max(slowest - fastest, 1e-9)}%`,
                    }}
                  />
                </td>
                <td>{duration(seconds)}</td>
                <td>{height(feet)}</td>
                {hasHeart ? <td>{heartRate === undefined ? "" : running.beats(heartRate)}</td> : undefined}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const milesOf = (split: Split) => ("distance_mi" in split ? split.distance_mi : split.distance_km / 1.609344)

/** The splits of a run, by mile or kilometre; nothing if there are none. */
export const Splits = ({ splits }: { readonly splits: ReadonlyArray<Split> }) =>
  splits.length === 0 ? undefined : (
    <Parts
      title={running.splits}
      parts={splits.map((split, at) => {
        const units = "distance_mi" in split ? split.distance_mi : split.distance_km
        return {
          name: units < 0.99 ? distance(milesOf(split)) : number(at + 1),
          miles: milesOf(split),
          seconds: split.moving_s,
          feet: split.elevation_ft,
          heartRate: split.heart_rate,
        }
      })}
    />
  )

/** The laps of a run; nothing if it has at most one, which is the run itself. */
export const Laps = ({ laps }: { readonly laps: Whole["laps"] }) =>
  laps.length < 2 ? undefined : (
    <Parts
      title={running.laps}
      parts={laps.map((lap, at) => ({
        name: `${lap.name === "" ? running.lap(at + 1) : lap.name} · ${distance(lap.distance_mi)}`,
        miles: lap.distance_mi,
        seconds: lap.moving_s,
        feet: lap.elevation_ft,
        heartRate: lap.heart_rate,
      }))}
    />
  )
