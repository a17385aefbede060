import "./watching.css"
import { messages } from "../../messages.ts"
import { headOf } from "../../parts/tabs.tsx"

const { watching } = messages

/** The head of a view of watching, with the ways to the others. */
export const WatchingHead = headOf("watching", watching.views, [
  { to: "/watching", label: watching.wall },
  { to: "/watching/movies", label: watching.films },
  { to: "/watching/shows", label: watching.shows },
  { to: "/watching/diary", label: watching.diary },
  { to: "/watching/numbers", label: watching.numbers },
])
