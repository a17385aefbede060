import { titlesByHand, watchByHand } from "@daybook/watching"
import { editEndpoints } from "../forRoutes.ts"
import { MovieAnswer, ShowAnswer } from "./lists/wire.ts"
import { Watch } from "./wire.ts"

/** The endpoints of edits of watches, and of films and shows. */
export const watchEditEndpoints = [
  ...editEndpoints("EditedWatch", "watching", watchByHand, Watch),
  ...editEndpoints("Movie", "watching", titlesByHand.film, MovieAnswer),
  ...editEndpoints("Show", "watching", titlesByHand.show, ShowAnswer),
] as const
