import { Shown } from "../../../parts/notices/states.tsx"
import { isAsked, SourceLine, sourcesPath, useSources } from "./sourceList.tsx"
import { SourceTiles } from "./sourceTiles.tsx"

/** The services that fill the daybook; before there is one, those that could. */
export const SourceOverview = () => {
  const read = useSources()
  return (
    <Shown path={sourcesPath} read={read} lines={6}>
      {({ data }) => {
        const asked = data.filter((one) => isAsked(one) && !one.describes)
        return asked.length === 0 ? (
          <SourceTiles ones={data} />
        ) : (
          <ul class="lines">
            {asked.map((one) => (
              <SourceLine key={one.id} one={one} view="sources" />
            ))}
          </ul>
        )
      }}
    </Shown>
  )
}
