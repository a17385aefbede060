import { Shown } from "../../../parts/notices/states.tsx"
import { isAsked, SourceIcon, SourceLine, SourceMarks, sourcesPath, useSources } from "./sourceList.tsx"

/** The services that fill the daybook; before there is one, those that could. */
export const SourceOverview = () => {
  const read = useSources()
  return (
    <Shown path={sourcesPath} read={read} lines={6}>
      {({ data }) => {
        const asked = data.filter((one) => isAsked(one) && !one.describes)
        return (
          <div class="card">
            {asked.length > 0 ? (
              <ul class="lines">
                {asked.map((one) => (
                  <SourceLine key={one.id} one={one} view="sources" />
                ))}
              </ul>
            ) : (
              <ul class="source-tiles">
                {data
                  .filter(({ describes }) => !describes)
                  .map((one) => (
                    <li key={one.id}>
                      <a href="settings/sources">
                        <SourceIcon one={one} />
                        <span class="settings-text">
                          <span class="entry-title" dir="auto">
                            {one.title}
                          </span>
                          <SourceMarks one={one} />
                        </span>
                      </a>
                    </li>
                  ))}
              </ul>
            )}
          </div>
        )
      }}
    </Shown>
  )
}
