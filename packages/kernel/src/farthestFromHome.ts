import { metresBetween, type Position } from "./position.ts"

/** Stays at one place. */
export interface Stay {
  /** Names the place's city; "" if unknown. */
  readonly city: string
  readonly position: Position | undefined
  /** The number of stays. */
  readonly times: number
}

const metresInMile = 1_609.344

/** Home: the middle of the stays in the city that has most of them. */
const homeOf = (stays: ReadonlyArray<Stay>): Position | undefined => {
  const sums = new Map<string, { times: number; lat: number; lng: number }>()
  for (const { city, position, times } of stays) {
    if (city === "" || position === undefined) continue
    const sum = sums.get(city) ?? { times: 0, lat: 0, lng: 0 }
    sums.set(city, {
      times: sum.times + times,
      lat: sum.lat + times * position.lat,
      lng: sum.lng + times * position.lng,
    })
  }
  const [home] = [...sums.values()].sort((one, other) => other.times - one.times)
  return home && { lat: home.lat / home.times, lng: home.lng / home.times }
}

/**
 * The place farthest from home, with the distance in miles to one decimal; the first of equally far places. Undefined
 * if no city has a known position.
 */
export const farthestFromHome = <Place>(
  places: ReadonlyArray<Place>,
  stayAt: (place: Place) => Stay,
): (Place & { readonly miles: number }) | undefined => {
  const home = homeOf(places.map(stayAt))
  let furthest: (Place & { readonly miles: number }) | undefined
  for (const place of places) {
    const { position } = stayAt(place)
    if (home === undefined || position === undefined) continue
    const miles = Math.round((metresBetween(home, position) / metresInMile) * 10) / 10
    if (miles > (furthest?.miles ?? -1)) furthest = { ...place, miles }
  }
  return furthest
}
