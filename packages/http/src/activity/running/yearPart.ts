import { metresBetween } from "@daybook/kernel"
import type { RunningReview } from "@daybook/running"
import * as Effect from "effect/Effect"
import { inUnits, type NamedSpot, sumOf, type YearCard } from "../../cards/year/card.ts"
import type { OwnYear } from "../../cards/year/part.ts"

const spot = (name: string, lat: number, lng: number): NamedSpot => ({ name, position: { lat, lng } })

/** Ways that many know. None has to do with where the owner lives. */
const ways: ReadonlyArray<readonly [from: NamedSpot, to: NamedSpot]> = [
  [spot("Marathon", 38.15, 23.96), spot("Athens", 37.97, 23.73)],
  [spot("Vienna", 48.21, 16.37), spot("Brno", 49.2, 16.61)],
  [spot("Brussels", 50.85, 4.35), spot("Amsterdam", 52.37, 4.9)],
  [spot("Hamburg", 53.55, 9.99), spot("Berlin", 52.52, 13.4)],
  [spot("London", 51.51, -0.13), spot("Paris", 48.86, 2.35)],
  [spot("Madrid", 40.42, -3.7), spot("Barcelona", 41.39, 2.17)],
  [spot("Rome", 41.9, 12.5), spot("Marseille", 43.3, 5.37)],
  [spot("Paris", 48.86, 2.35), spot("Berlin", 52.52, 13.4)],
  [spot("Madrid", 40.42, -3.7), spot("Paris", 48.86, 2.35)],
  [spot("Lisbon", 38.72, -9.14), spot("Narbonne", 43.18, 3)],
  [spot("London", 51.51, -0.13), spot("Rome", 41.9, 12.5)],
  [spot("Lisbon", 38.72, -9.14), spot("Lyon", 45.76, 4.84)],
  [spot("Lisbon", 38.72, -9.14), spot("Berlin", 52.52, 13.4)],
  [spot("Lisbon", 38.72, -9.14), spot("Stockholm", 59.33, 18.07)],
  [spot("Lisbon", 38.72, -9.14), spot("Helsinki", 60.17, 24.94)],
]

/** The longest way, as the crow flies, that is not longer; undefined below the shortest. */
const wayOf = (kilometres: number) =>
  ways.findLast(([from, to]) => metresBetween(from.position, to.position) <= kilometres * 1_000)

const runningCard = ({ audience, review }: OwnYear<RunningReview>): ReadonlyArray<YearCard> => {
  const { counted, month, running } = audience.texts
  const { longestMiles, miles, months, runs } = review
  const way = wayOf(inUnits(miles, { units: "km" }))
  if (way === undefined) return []
  const named = (one: NamedSpot) => ({ ...one, name: running.cities[one.name] ?? one.name })
  const [from, to] = [named(way[0]), named(way[1])]
  const distance = Math.round(inUnits(miles, audience))
  const best = months.reduce((most, one) => (one.miles > most.miles ? one : most))
  return [
    {
      name: "running",
      label: running.label,
      figure: counted(distance),
      headline: running.headline(distance, audience.units, from.name, to.name),
      text: running.text(
        runs,
        Math.round(inUnits(longestMiles, audience)),
        audience.units,
        month(best.start),
      ),
      picture: { kind: "route", from, to },
    },
  ]
}

/** Running's part of a year's story. */
export const runningYearPart = (own: OwnYear<RunningReview>) => {
  const { audience, review } = own
  const distance = Math.round(inUnits(review.miles, audience))
  return Effect.succeed({
    sums: sumOf(audience.texts, "running", distance, () => audience.texts.running.sum(audience.units)),
    items: [],
    cards: runningCard(own),
  })
}
