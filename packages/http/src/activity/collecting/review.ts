import { CollectingReview } from "@daybook/collecting"
import { wireForm } from "../forRoutes.ts"

const { artists, formats, media, mediaFormats, records } = CollectingReview.fields

/** Collecting's own part of a year in review. */
export const Review = wireForm({
  records: records.annotate({ description: "Records added" }),
  media: media.annotate({ description: "Films added, in each of their formats" }),
  artists: artists.annotate({ description: "The artists with most of the records, at most 10" }),
  formats: formats.annotate({ description: "The formats of the records, such as Vinyl" }),
  mediaFormats: mediaFormats.annotate({ description: "The formats of the films, such as bluray" }),
})
