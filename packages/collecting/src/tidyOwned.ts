import { maxNameLength, storableItems, storableName, storableText } from "@daybook/kernel"
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
export const tidyRelease = storableItems(Release)

/** A record in a form that every store can keep. */
export const tidyOwnedRecord = storableItems(OwnedRecord)

/** A wanted release in a form that every store can keep. */
export const tidyWanted = storableItems(WantedRecord)

/** A film in a form that every store can keep. */
export const tidyOwnedFilm = storableItems(OwnedFilm)

/** A source's id of a film in a form that every store can keep. */
export const tidyFilmId = (id: string): string => storableText(id, maxNameLength)

// The longest box sets have about a hundred tracks.
const maxTracks = 1_000
const maxLabels = 50

const names = { text: (name: string) => storableName(name) }
const tidyLabel = storableItems(Label, {}, names)
const tidyTrack = storableItems(ReleaseTrack, {}, names)

/** Details of a release in a form that every store can keep: each genre and style once, no more than it takes. */
export const tidyDetails = storableItems(
  ReleaseDetails,
  {
    labels: (labels) => labels.slice(0, maxLabels).map(tidyLabel),
    tracks: (tracks) => tracks.slice(0, maxTracks).map(tidyTrack),
  },
  names,
)
