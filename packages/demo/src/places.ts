import type { CheckIn } from "@daybook/places"
import { type DemoOptions, type Day, waking } from "./days.ts"
import { words } from "./grammar.ts"
import { mix, Random, type Choices } from "./random.ts"

const home = { name: "Lisbon", country: "Portugal", centre: { lat: 38.7223, lng: -9.1393 } }

const away = [
  { name: "Porto", country: "Portugal", centre: { lat: 41.1579, lng: -8.6291 } },
  { name: "Ghent", country: "Belgium", centre: { lat: 51.0543, lng: 3.7174 } },
  { name: "Trieste", country: "Italy", centre: { lat: 45.6495, lng: 13.7768 } },
  { name: "Malmö", country: "Sweden", centre: { lat: 55.605, lng: 13.0038 } },
  { name: "Kyoto", country: "Japan", centre: { lat: 35.0116, lng: 135.7681 } },
  { name: "Halifax", country: "Canada", centre: { lat: 44.6488, lng: -63.5752 } },
]

const first = words("Blue Corner Little Old Paper Salt Tin Velvet Winter Amber")
const second = words("Anchor Harbour Lantern Magpie Mill Orchard Sparrow Wharf")

/** The kinds of venue, with the last word of their names and the hours when people go there. */
const kinds = {
  coffee: { category: "Coffee Shop", word: "Coffee", from: 7.5, to: 10 },
  lunch: { category: "Sandwich Place", word: "Deli", from: 12, to: 14 },
  dinner: { category: "Restaurant", word: "Kitchen", from: 19, to: 21.5 },
  bar: { category: "Bar", word: "Tavern", from: 20, to: 22.4 },
  park: { category: "Park", word: "Gardens", from: 10, to: 18 },
  books: { category: "Bookstore", word: "Books", from: 11, to: 18 },
  museum: { category: "Museum", word: "Museum", from: 10.5, to: 17 },
  cinema: { category: "Movie Theater", word: "Picture House", from: 17, to: 21 },
  station: { category: "Train Station", word: "Station", from: 7, to: 20 },
} as const
type Kind = keyof typeof kinds

const shouts: Choices<string> = [
  ["", 30],
  ["The usual.", 2],
  ["Rain again", 1],
  ["Back after far too long", 1],
  ["They know my name here now 🙂", 1],
  ["Worth the walk — twice", 1],
]

const onWorkdays: Choices<Kind> = [
  ["coffee", 8],
  ["lunch", 4],
  ["dinner", 2],
  ["bar", 2],
  ["station", 2],
  ["cinema", 1],
]
const onFreeDays: Choices<Kind> = [
  ["coffee", 4],
  ["park", 4],
  ["dinner", 4],
  ["bar", 2],
  ["books", 2],
  ["museum", 2],
  ["cinema", 2],
]

const degrees = (value: number) => Math.round(value * 100_000) / 100_000

/** A city's venue of a kind, always the same one for a number. */
const venueOf = (seed: number, city: typeof home, cityNumber: number, kind: Kind, number: number) => {
  const random = new Random(mix(mix(seed, cityNumber), mix(Object.keys(kinds).indexOf(kind), number)))
  const { category, word } = kinds[kind]
  return {
    venueName: `${random.pick(first)} ${random.pick(second)} ${word}`,
    category,
    city: city.name,
    country: city.country,
    venueRef: `${city.name}-${kind}-${number}`
      .toLowerCase()
      .normalize("NFD")
      .replace(/[^a-z0-9-]/g, ""),
    position: {
      lat: degrees(city.centre.lat + random.between(-0.03, 0.03)),
      lng: degrees(city.centre.lng + random.between(-0.04, 0.04)),
    },
  }
}

const idOf = (seed: number, second: number) =>
  `${second.toString(16).padStart(8, "0")}${mix(seed, second).toString(16).padStart(16, "0")}`

const outings = (day: Day, random: Random): number => {
  if (day.isHoliday) return random.integer(2, 4)
  return day.isWeekend ? random.integer(0, 3) : random.integer(0, 2)
}

/**
 * The check-ins of a made-up person, oldest first: coffee before work, evenings out, and other cities on holidays. The
 * same arguments give the same check-ins. No two are within a minute of each other.
 */
export function* demoCheckIns({ until, seed = 1, years = 8 }: DemoOptions): Generator<CheckIn, void> {
  const placesSeed = mix(seed, 101)
  let last = 0
  for (const day of waking({ until, years, seed })) {
    const random = new Random(mix(placesSeed, day.midnight / 86_400))
    const isFree = day.isWeekend || day.isHoliday
    // Each holiday is spent in one city, which changes with the season.
    const trip = mix(placesSeed, Math.floor(day.midnight / 86_400 / 91)) % away.length
    const city = day.isHoliday ? (away[trip] ?? home) : home
    const times = Array.from({ length: outings(day, random) }, () => {
      const kind = random.weighted(isFree ? onFreeDays : onWorkdays)
      const { from, to } = kinds[kind]
      return { kind, second: Math.round(day.midnight + random.between(from, to) * 3_600) }
    }).sort((a, b) => a.second - b.second)
    for (const { kind, second } of times) {
      if (second < Math.max(day.wakes, last + 60) || second > day.sleeps) continue
      last = second
      const number = random.index(12, 2.5)
      yield {
        id: idOf(placesSeed, second),
        ...venueOf(placesSeed, city, day.isHoliday ? trip + 1 : 0, kind, number),
        checkedInAt: second * 1000,
        shout: random.weighted(shouts),
      }
    }
  }
}
