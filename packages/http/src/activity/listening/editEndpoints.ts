import { namesByHand, playByHand } from "@daybook/listening"
import { editEndpoints } from "../forRoutes.ts"
import { ItemAnswer, PlayAnswer } from "./lists/wire.ts"

/** The endpoints that edit plays, artists, albums and tracks. */
export const listeningEditEndpoints = [
  ...editEndpoints("Play", "listening", playByHand, PlayAnswer),
  ...editEndpoints("Artist", "listening", namesByHand.artist, ItemAnswer.artist),
  ...editEndpoints("Album", "listening", namesByHand.album, ItemAnswer.album),
  ...editEndpoints("Track", "listening", namesByHand.track, ItemAnswer.track),
] as const
