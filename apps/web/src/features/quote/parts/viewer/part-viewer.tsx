import type { AnalysedBody, Box, PartAnalysis, Vec3 } from '@cotation/geometry'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useLengths } from '#viewer/use-lengths.ts'
import { Viewer } from '#viewer/viewer.tsx'
import type { ViewedBody } from '#viewer/viewer-messages.ts'
import classes from './part-viewer.module.css'

interface PartViewerProps {
  analysis: PartAnalysis
  name: string
  opened: boolean
  onClose: () => void
}

/** The dialog in which the bodies of a file are looked at, each where it lies in the file. */
export function PartViewer({ analysis, name, opened, onClose }: PartViewerProps) {
  const t = useTranslations('viewer')
  const narrow = useMediaQuery('(max-width: 48em)') ?? false
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('title', { name })}
      fullScreen={narrow}
      size="80rem"
      centered
      // The button that opens it takes the focus back.
      returnFocus={false}
      padding={0}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ header: classes.header ?? '', title: classes.title ?? '', body: classes.body ?? '' }}
    >
      <Content analysis={analysis} name={name} />
    </Modal>
  )
}

function Content({ analysis, name }: Pick<PartViewerProps, 'analysis' | 'name'>) {
  const t = useTranslations('viewer')
  const description = useDescription(analysis, name)
  const bodies = useMemo(() => viewedBodies(analysis.bodies), [analysis])
  const box = useMemo(() => boxAround(analysis.bodies), [analysis])
  return (
    <div className={classes.content}>
      <Viewer bodies={bodies} box={box} description={description} />
      <p className={classes.caption}>
        {description} {analysis.bodyCount > analysis.bodies.length ? t('equalOnce') : null}
      </p>
    </div>
  )
}

function useDescription({ sizeMm: [x, y, z], volumeMm3, bodyCount, bodies }: PartAnalysis, name: string): string {
  const t = useTranslations('viewer')
  const format = useFormatter()
  const { number } = useLengths()
  const cm3 = volumeMm3 / 1000
  return t('picture', {
    name,
    x: number(x),
    y: number(y),
    z: number(z),
    volume: format.number(cm3, cm3 < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 3 }),
    bodies: bodyCount,
    holes: bodies.reduce((sum, { count, features }) => sum + count * features.holes.length, 0),
  })
}

const viewedBodies = (bodies: readonly AnalysedBody[]): ViewedBody[] =>
  bodies.flatMap(({ display, colour, topology }) =>
    display ? [{ mesh: display, colour, closed: topology.watertight }] : [],
  )

/** Around the bodies as shown: equal ones elsewhere in the file do not count. */
function boxAround(bodies: readonly AnalysedBody[]): Box {
  const boxes = bodies.map(({ mass }) => mass.box)
  const along = (choose: (...sides: number[]) => number, side: keyof Box): Vec3 => [
    choose(...boxes.map((box) => box[side][0])),
    choose(...boxes.map((box) => box[side][1])),
    choose(...boxes.map((box) => box[side][2])),
  ]
  return { min: along(Math.min, 'min'), max: along(Math.max, 'max') }
}
