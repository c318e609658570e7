import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import classes from './part-drawing.module.css'

/** An arrowhead of a dimension line with its tip at x, y. */
function Arrow({ x, y, turn }: { x: number; y: number; turn: 0 | 90 | 180 | 270 }) {
  return <path className={classes.arrow} d="M0 0l11-3.4v6.8z" transform={`translate(${x} ${y}) rotate(${turn})`} />
}

/** Outline, bore and holes; 4 units are 1 mm. */
function Part() {
  return (
    <g className={classes.part}>
      <path
        pathLength={1}
        d="M320.8 84.9L420 130.4A48 48 0 0 1 420 217.6L320.8 263.1A98 98 0 0 1 239.2 263.1L140 217.6A48 48 0 0 1 140 130.4L239.2 84.9A98 98 0 0 1 320.8 84.9z"
      />
      <circle pathLength={1} cx="280" cy="174" r="72" />
      <circle pathLength={1} cx="280" cy="174" r="48" />
      <circle pathLength={1} cx="160" cy="174" r="13.2" />
      <circle pathLength={1} cx="400" cy="174" r="13.2" />
    </g>
  )
}

function CentreLines() {
  return (
    <g className={classes.centre}>
      <path d="M92 174h376M280 56v236M160 148v52M400 148v52" />
    </g>
  )
}

function Dimensions({ decimal }: { decimal: (value: number, digits: number) => string }) {
  return (
    <g className={classes.dimension}>
      <g>
        <path d="M112 166V22M448 166V22M112 30h336" />
        <Arrow x={112} y={30} turn={0} />
        <Arrow x={448} y={30} turn={180} />
        <text x="280" y="24">
          84
        </text>
      </g>
      <g>
        <path d="M270 76H52M270 272H52M60 76v196" />
        <Arrow x={60} y={76} turn={90} />
        <Arrow x={60} y={272} turn={270} />
        <text x="52" y="174" transform="rotate(-90 52 174)">
          49
        </text>
      </g>
      <g>
        <path d="M160 194v136M400 194v136M160 322h240" />
        <Arrow x={160} y={322} turn={0} />
        <Arrow x={400} y={322} turn={180} />
        <text x="280" y="315">
          60 ±{decimal(0.05, 2)}
        </text>
      </g>
      <g>
        <path d="M314 140l40-82h80" />
        <text x="396" y="51">
          Ø24 H7
        </text>
      </g>
      <g>
        <path d="M409 184l55 66h72" />
        <text x="500" y="243">
          2× Ø{decimal(6.6, 1)}
        </text>
      </g>
    </g>
  )
}

/** An animated technical drawing; static if the visitor prefers reduced motion. */
export function PartDrawing() {
  const t = useTranslations('quote.drawing')
  const { language } = useLanguage()
  const decimal = (value: number, digits: number) => value.toLocaleString(language, { minimumFractionDigits: digits })

  return (
    <svg className={classes.drawing} viewBox="0 0 560 344" role="img" aria-label={t('alt')}>
      <CentreLines />
      <Part />
      <Dimensions decimal={decimal} />
    </svg>
  )
}
