import "./collecting.css"
import { messages } from "../../messages.ts"
import { headOf } from "../../parts/tabs.tsx"

const { collecting } = messages

/** The head of a view of collecting, with the ways to the others. */
export const CollectingHead = headOf("collecting", collecting.views, [
  { to: "/collecting", label: collecting.overview },
  { to: "/collecting/records", label: collecting.records },
  { to: "/collecting/media", label: collecting.films },
  { to: "/collecting/wantlist", label: collecting.wantlist },
  { to: "/collecting/beside", label: collecting.beside },
])
