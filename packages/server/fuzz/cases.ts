import * as Arbitrary from "effect/Arbitrary"
import { type Change, changes } from "./mutation.ts"
import type { Beside, Service } from "./service.ts"
import { calendar, mail } from "./services/attending.ts"
import { embeddings, espn, identity, itunes, mlb, tmdb } from "./services/beside.ts"
import { discogs, traktCollection } from "./services/collecting.ts"
import { lastfm } from "./services/listening.ts"
import { foursquare, strava } from "./services/moving.ts"
import { instapaper, readwise } from "./services/reading.ts"
import { letterboxd, trakt } from "./services/watching.ts"
import type { FrameChange } from "./standIn.ts"
import { oneOf } from "./storm.ts"
import { jsonValues } from "./unfit.ts"

// Trakt's stand-in responses every other path of its address, so its collection comes first.
/** Every service that lists rows. */
export const services = [
  lastfm,
  readwise,
  instapaper,
  letterboxd,
  traktCollection,
  trakt,
  strava,
  foursquare,
  discogs,
  calendar,
  mail,
]

/** Every service that is called next to them. */
export const besides = [itunes, tmdb, embeddings, mlb, espn, identity]

const depthOf = (value: unknown): number =>
  value === null || typeof value !== "object"
    ? 0
    : 1 + Object.values(value).reduce<number>((deepest, one) => Math.max(deepest, depthOf(one)), 0)

const fitsInRow = (text: string): boolean => {
  try {
    return depthOf(JSON.parse(text)) < 90
  } catch {
    return false
  }
}

/**
 * Text that is not JSON breaks its page, not its row; so does a value that is nested past the hundred levels that a
 * response may have, which is its bound in memory.
 */
const rowValues = jsonValues.filter(fitsInRow)

/** The fault of a row. */
export interface Malformed extends Change {
  readonly field: number
}

/**
 * One sync of one service: which of its rows are malformed, or what is wrong with a response around them, or next to them.
 */
export interface Case {
  readonly service: Service
  readonly malformed: ReadonlyArray<Malformed>
  readonly frame: FrameChange | undefined
  readonly beside: (FrameChange & { readonly service: Beside }) | undefined
}

const change = oneOf(changes)
const malformed = Arbitrary.all({
  field: oneOf(Array.from({ length: 60 }, (_, index) => index)),
  how: change,
  value: oneOf(rowValues),
})
const frame = Arbitrary.all({
  at: oneOf(Array.from({ length: 80 }, (_, index) => index)),
  how: change,
  value: oneOf(jsonValues),
})
const rows = Arbitrary.array(malformed, { minLength: 1, maxLength: 12 })

/** The cases of a domain, of each kind for each of its services: malformed rows, or a malformed answer around them. */
export const kindsOf = (domain: Service["domain"]): ReadonlyArray<Arbitrary.Arbitrary<Case>> => {
  const own = services.filter((one) => one.domain === domain)
  const asked = besides.filter((one) => one.domain === domain)
  const ofRows = (service: Service): Arbitrary.Arbitrary<Case> =>
    Arbitrary.map(rows, (malformed) => ({ service, malformed, frame: undefined, beside: undefined }))
  const ofFrame = (service: Service): Arbitrary.Arbitrary<Case> =>
    Arbitrary.map(frame, (one) => ({ service, malformed: [], frame: one, beside: undefined }))
  const ofBeside = (beside: Beside): Arbitrary.Arbitrary<Case> =>
    Arbitrary.map(Arbitrary.all({ frame, service: oneOf(own) }), (one) => ({
      service: one.service,
      malformed: [],
      frame: undefined,
      beside: { ...one.frame, service: beside },
    }))
  return [...own.map(ofRows), ...asked.map(ofBeside), ...own.map(ofFrame)]
}
