import { usePlace, withQuery } from "../../router.tsx"
import { useScrollToCurrent } from "./scrollToCurrent.ts"

interface ChoicesProps {
  /** For screen readers: what is chosen. */
  readonly label: string
  /** The name in the address. */
  readonly name: string
  /** The value that no name in the address stands for; the first one by default. */
  readonly standard?: string
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string; readonly hue?: string }>
}

/** A choice that is part of the address, so that it can be shared and gone back from. */
export const Choices = ({ label, name, options, standard = options[0]?.value }: ChoicesProps) => {
  const address = usePlace()
  const line = useScrollToCurrent<HTMLUListElement>(options.length)
  const asked = new URLSearchParams(address.split("?")[1]).get(name)
  // An address that was typed may name none of them.
  const chosen = options.some(({ value }) => value === asked) ? asked : standard
  return (
    <ul class="choices" aria-label={label} ref={line}>
      {options.map((option) => (
        <li key={option.value}>
          <a
            href={
              withQuery(address, { [name]: option.value === standard ? "" : option.value }).slice(1) || "../"
            }
            class={option.hue === undefined ? "" : `hue-${option.hue}`}
            {...(option.value === chosen ? { "aria-current": "true" as const } : {})}
          >
            {option.label}
          </a>
        </li>
      ))}
    </ul>
  )
}
