import { maxNameLength, normalizerOf, storableName, storableText } from "@daybook/kernel"
import {
  Label,
  OwnedFilm,
  OwnedRecord,
  Release,
  ReleaseDetails,
  ReleaseTrack,
  WantedRecord,
} from "./model.ts"

/** A release in a form that every store can keep. */
export const normalizeRelease = normalizerOf(Release)

/** A record in a form that every store can keep. */
export const normalizeOwnedRecord = normalizerOf(OwnedRecord)

/** A wanted release in a form that every store can keep. */
export const normalizeWanted = normalizerOf(WantedRecord)

/** A film in a form that every store can keep. */
export const normalizeOwnedFilm = normalizerOf(OwnedFilm)

/** A source's id of a film in a form that every store can keep. */
export const normalizeFilmId = (id: string): string => storableText(id, maxNameLength)

// The longest box sets have about a hundred tracks.
const maxTracks = 1_000
const maxLabels = 50

const names = { text: storableName }
const normalizeLabel = normalizerOf(Label, {}, names)
const normalizeTrack = normalizerOf(ReleaseTrack, {}, names)

/** Details of a release in a form that every store can keep: each genre and style once, no more than it takes. */
export const normalizeDetails = normalizerOf(
  ReleaseDetails,
  {
    labels: (labels) => labels.slice(0, maxLabels).map(normalizeLabel),
    tracks: (tracks) => tracks.slice(0, maxTracks).map(normalizeTrack),
  },
  names,
)
