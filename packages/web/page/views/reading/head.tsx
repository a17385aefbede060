import "./reading.css"
import { messages } from "../../messages.ts"
import { headOf } from "../../parts/tabs.tsx"

const { reading } = messages

/** The head of a view of reading, with the ways to the others. */
export const ReadingHead = headOf("reading", reading.views, [
  { to: "/reading", label: reading.shelf },
  { to: "/reading/articles", label: reading.articles },
  { to: "/reading/books", label: reading.books },
  { to: "/reading/highlights", label: reading.highlights },
  { to: "/reading/numbers", label: reading.numbers },
])
