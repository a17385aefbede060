import "./library.css"
import type { Entry } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { domains } from "../../items.ts"
import { messages } from "../../messages.ts"
import { makerOf } from "../../parts/lists/entries.tsx"
import { domainIcon, Icon } from "../../parts/icon.tsx"
import { artKind, Tile } from "../../parts/lists/tile.tsx"
import { Title } from "../../parts/title.tsx"

const { frame } = messages

/** The domains with the newest of each: the phone's way to all of them. */
const Library = () => {
  const latest = useRead<Readonly<Record<string, Entry | undefined>>>("/v1/now")
  return (
    <>
      <Title title={frame.library} />
      <ul class="library">
        {domains.map((domain) => {
          const entry = latest.data?.[domain]
          return (
            <li key={domain} class={`hue-${domain}`}>
              <a class="card" href={domain}>
                <Icon name={domainIcon(domain)} />
                <span>
                  <strong>{messages.domain(domain)}</strong>
                  <span class="quiet small cut" dir="auto">
                    {entry?.title ?? "\u00a0"}
                  </span>
                </span>
                {entry === undefined ? undefined : (
                  <Tile
                    name={entry.title}
                    by={makerOf(entry)}
                    image={entry.image}
                    kind={artKind(entry.item.type)}
                  />
                )}
              </a>
            </li>
          )
        })}
      </ul>
    </>
  )
}

export default Library
