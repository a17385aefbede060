import "./figures.css"

interface RingProps {
  /** From 0 to 1; more is a whole ring. */
  readonly share: number
  /** The share in words, for everyone. */
  readonly value: string
  readonly note: string
}

/** A share of a whole as a ring, with its number. */
export const Ring = ({ note, share, value }: RingProps) => (
  <p class="ring">
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <circle class="ring-whole" cx="20" cy="20" r="17" />
      <circle
        class="ring-part"
        cx="20"
        cy="20"
        r="17"
        pathLength="100"
        stroke-dasharray={`${100 * Math.min(1, share)} 100`}
      />
    </svg>
    <span>
      <b>{value}</b> <small>{note}</small>
    </span>
  </p>
)
