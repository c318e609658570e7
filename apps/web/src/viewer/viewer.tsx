import type { Box } from '@cotation/geometry'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { applyKey, followGestures } from './camera/gestures.ts'
import { type CameraControl, useCamera } from './camera/use-camera.ts'
import { DimensionLabels } from './dimension-labels.tsx'
import { type Shown, Toolbar } from './toolbar.tsx'
import { useDrawing } from './use-drawing.ts'
import classes from './viewer.module.css'
import type { Look, ViewedBody } from './viewer-messages.ts'

interface ViewerProps {
  bodies: readonly ViewedBody[]
  /** Around all of them, in mm. */
  box: Box
  /** What the picture shows, for those who do not see it. */
  description: string
}

/** A part to turn in the hand. `bodies` and `box` must stay the same objects while the part does. */
export function Viewer({ bodies, box, description }: ViewerProps) {
  const control = useCamera(box)
  const scheme = useComputedColorScheme('light')
  const [shown, setShown] = useState<Shown>({ edges: true, transparent: false, sizes: true, section: undefined })
  const { edges, transparent, section } = shown
  const look = useMemo<Look>(() => ({ scheme, edges, transparent, section }), [scheme, edges, transparent, section])
  const [attempt, setAttempt] = useState(1)
  return (
    <div className={classes.viewer}>
      <Picture
        key={attempt}
        {...{ bodies, box, look, control, description }}
        sizes={shown.sizes}
        onRetry={() => setAttempt(attempt + 1)}
      />
      <Toolbar
        box={box}
        control={control}
        shown={shown}
        onChange={(change) => setShown((before) => ({ ...before, ...change }))}
      />
    </div>
  )
}

interface PictureProps extends ViewerProps {
  look: Look
  control: CameraControl
  sizes: boolean
  onRetry: () => void
}

/** It takes keys, as an application does: the focus must reach it. */
const reachable = { tabIndex: 0 } as const

function Picture({ bodies, box, look, control, description, sizes, onRetry }: PictureProps) {
  const t = useTranslations('viewer')
  const help = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const state = useDrawing({ canvas, bodies, box, look, control })
  useEffect(() => (surface.current ? followGestures(surface.current, control) : undefined), [control])
  return (
    <div className={classes.stage}>
      <div
        ref={surface}
        className={classes.surface}
        role="application"
        {...reachable}
        aria-label={t('surface')}
        aria-describedby={help}
        data-autofocus
        data-state={state}
        onKeyDown={(event) => {
          if (applyKey(control, event)) event.preventDefault()
        }}
      >
        <canvas ref={canvas} className={classes.canvas} role="img" aria-label={description} />
        {sizes && state === 'drawn' ? <DimensionLabels box={box} control={control} /> : null}
      </div>
      {state === 'preparing' ? (
        <p className={classes.notice} role="status">
          {t('preparing')}
        </p>
      ) : null}
      {state === 'unsupported' || state === 'lost' ? (
        <div className={classes.notice} role="alert">
          <p>{t(state)}</p>
          {state === 'lost' ? (
            <button type="button" className={buttons.secondary} onClick={onRetry}>
              {t('retry')}
            </button>
          ) : null}
        </div>
      ) : null}
      <Help id={help} />
    </div>
  )
}

const helpLines = ['orbit', 'pan', 'zoom', 'views', 'fit'] as const

function Help({ id }: { id: string }) {
  const t = useTranslations('viewer.help')
  return (
    <details className={classes.help}>
      <summary>{t('title')}</summary>
      <ul id={id}>
        {helpLines.map((line) => (
          <li key={line}>{t(line)}</li>
        ))}
      </ul>
    </details>
  )
}
