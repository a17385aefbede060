import "./attending.css"
import { messages } from "../../messages.ts"
import { headOf } from "../../parts/tabs.tsx"

const { attending } = messages

/** The head of a view of attending, with the ways to the others. */
export const AttendingHead = headOf("attending", attending.views, [
  { to: "/attending", label: attending.overview },
  { to: "/attending/events", label: attending.events },
  { to: "/attending/venues", label: attending.venues },
  { to: "/attending/performers", label: attending.performers },
  { to: "/attending/seasons", label: attending.seasons },
  { to: "/attending/players", label: attending.players },
])
