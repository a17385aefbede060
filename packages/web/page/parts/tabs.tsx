import { messages } from "../messages.ts"
import { usePlace } from "../router.tsx"
import { useScrollToCurrent } from "./lists/scrollToCurrent.ts"

interface Tab {
  readonly to: string
  readonly label: string
}

interface TabsProps {
  /** For screen readers: the domain whose views these are. */
  readonly label: string
  readonly tabs: ReadonlyArray<Tab>
}

/** The title of a view of a domain: the name of its tab; for the first, its overview, the domain's name. */
export const useTabTitle = (domain: string, [, ...lists]: ReadonlyArray<Tab>): string => {
  const [path] = usePlace().split("?")
  return lists.find(({ to }) => to === path)?.label ?? messages.domain(domain)
}

/** The views of a domain, side by side above each of them. */
export const Tabs = ({ label, tabs }: TabsProps) => {
  const [path] = usePlace().split("?")
  const line = useScrollToCurrent<HTMLElement>()
  return (
    <nav class="tabs" aria-label={label} ref={line}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <a href={tab.to.slice(1)} {...(tab.to === path ? { "aria-current": "page" as const } : {})}>
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
