import "./attending.css"
import type { ComponentChildren } from "preact"
import { messages } from "../../messages.ts"
import { Tabs, useTabTitle } from "../../parts/tabs.tsx"
import { Title } from "../../parts/title.tsx"

const { attending } = messages

const tabs = [
  { to: "/attending", label: attending.overview },
  { to: "/attending/events", label: attending.events },
  { to: "/attending/venues", label: attending.venues },
  { to: "/attending/performers", label: attending.performers },
  { to: "/attending/seasons", label: attending.seasons },
  { to: "/attending/players", label: attending.players },
]

/** The head of a view of attending, with the ways to the others. */
export const AttendingHead = ({ lead }: { readonly lead?: ComponentChildren }) => (
  <Title title={useTabTitle("attending", tabs)} lead={lead}>
    <Tabs label={attending.views} tabs={tabs} />
  </Title>
)
