import type { PlacesReview, VisitedVenue } from "@daybook/places"
import * as Effect from "effect/Effect"
import { type Spot, sumOf, type YearCard } from "../../cards/year/card.ts"
import type { OwnYear } from "../../cards/year/part.ts"

/** With fewer new places there is no card of them. */
const fewPlaces = 2

/** Positions to a tenth of a degree, some kilometres: a map of a country shows no more, and a public one must not. */
const spotsOf = (venues: ReadonlyArray<VisitedVenue>): ReadonlyArray<Spot> => {
  const spots = new Map<string, Spot>()
  for (const { position, visits } of venues) {
    if (position === undefined) continue
    const [lat, lng] = [Math.round(position.lat * 10) / 10, Math.round(position.lng * 10) / 10]
    const weight = (spots.get(`${lat} ${lng}`)?.weight ?? 0) + visits
    spots.set(`${lat} ${lng}`, { position: { lat, lng }, weight })
  }
  return [...spots.values()]
}

const placesCard = ({ audience, review }: OwnYear<PlacesReview>): ReadonlyArray<YearCard> => {
  const { counted, places } = audience.texts
  const { furthest, mostVisited, newPlaces, newVenues } = review
  const maySee = ({ position }: VisitedVenue) => audience.maySee(position)
  const most = mostVisited.find(maySee)
  const far = furthest === undefined || !maySee(furthest) ? undefined : furthest
  const spots = spotsOf([
    ...new Map(
      [...mostVisited, ...newPlaces, ...(far === undefined ? [] : [far])]
        .filter(maySee)
        .map((one) => [one.id, one]),
    ).values(),
  ])
  if (newVenues < fewPlaces || spots.length === 0) return []
  return [
    {
      name: "places",
      label: places.label,
      figure: counted(newVenues),
      headline: places.headline(newVenues),
      text: places.text(
        far === undefined ? "" : [far.name, far.city].filter((part) => part !== "").join(", "),
        most?.name ?? "",
        most?.visits ?? 0,
      ),
      picture: { kind: "map", spots },
    },
  ]
}

/** Places' part of a year's story. */
export const placesYearPart = (own: OwnYear<PlacesReview>) => {
  const { texts } = own.audience
  return Effect.succeed({
    sums: sumOf(texts, "places", own.review.newVenues, texts.places.sum),
    items: [],
    cards: placesCard(own),
  })
}
