import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { type DrawingSource, drawingQuery } from './drawing.api.ts'
import classes from './drawing.module.css'
import { drawingKind } from './drawing-kind.ts'
import type { DrawingFault, SheetSize } from './drawing-messages.ts'
import { DrawingError, PdfDrawing } from './pdf-drawing.ts'
import { PdfSheet } from './pdf-sheet.tsx'
import { useSheetZoom, zoomStep } from './use-sheet-zoom.ts'

export { loadPdfCode } from './pdf-drawing.ts'

/** Focusable, because the keyboard scrolls and zooms it. */
const focusable = { tabIndex: 0 } as const

/** A picture of this many takes 400 MB. */
const maxPicturePixels = 100_000_000

interface DrawingDialogProps {
  drawing: DrawingSource
  onClose: () => void
}

/** A drawing of a customer, page by page. Needs the texts `staff-drawing`. */
export function DrawingDialog({ drawing, onClose }: DrawingDialogProps) {
  const t = useTranslations('staff-drawing')
  const { data, isPending, refetch } = useQuery(drawingQuery(drawing))

  return (
    <Dialog opened onClose={onClose} title={drawing.name} size="full">
      <div className={classes.drawing}>
        {data ? <OpenedFile file={data} drawing={drawing} /> : null}
        {isPending ? <LoadingState label={t('loading')} /> : null}
        {data || isPending ? null : <ErrorState title={t('notLoaded')} onRetry={() => void refetch()} />}
      </div>
    </Dialog>
  )
}

type Opened =
  | { kind: 'opening' }
  | { kind: 'failed'; fault: DrawingFault }
  | { kind: 'picture'; address: string; size: SheetSize }
  | { kind: 'pdf'; pdf: PdfDrawing; page: number; size: SheetSize }

const failedBy = (error: unknown): Opened => ({
  kind: 'failed',
  fault: error instanceof DrawingError ? error.fault : 'unreadable',
})

function OpenedFile({ file, drawing }: { file: Blob; drawing: DrawingSource }) {
  const t = useTranslations('staff-drawing')
  const [opened, setOpened] = useState<Opened>({ kind: 'opening' })

  useEffect(() => {
    const closing = new AbortController()
    const { signal } = closing
    openFile(file, signal).then(
      (next) => signal.aborted || setOpened(next),
      (error: unknown) => signal.aborted || setOpened(failedBy(error)),
    )
    return () => closing.abort()
  }, [file])

  if (opened.kind === 'opening') return <LoadingState label={t('opening')} />
  if (opened.kind === 'failed') return <Unreadable fault={opened.fault} drawing={drawing} />
  if (opened.kind === 'picture')
    return (
      <Sheet drawing={drawing} size={opened.size} label={t('picture', { name: drawing.name })}>
        {() => <img className={classes.picture} src={opened.address} alt={drawing.name} draggable={false} />}
      </Sheet>
    )
  return <Pages opened={opened} onOpened={setOpened} drawing={drawing} />
}

async function openFile(file: Blob, closed: AbortSignal): Promise<Opened> {
  const kind = await drawingKind(file)
  if (!kind) throw new DrawingError('unreadable')
  if (kind === 'picture') return openPicture(file, closed)

  const pdf = await PdfDrawing.open(file, closed)
  return { kind: 'pdf', pdf, page: 1, size: await pdf.size(1) }
}

async function openPicture(file: Blob, closed: AbortSignal): Promise<Opened> {
  const address = URL.createObjectURL(file)
  closed.addEventListener('abort', () => URL.revokeObjectURL(address))

  const picture = new Image()
  await new Promise((resolve, reject) => {
    picture.onload = resolve
    picture.onerror = () => reject(new DrawingError('unreadable'))
    picture.src = address
  })

  const { naturalWidth: width, naturalHeight: height } = picture
  if (width * height > maxPicturePixels) throw new DrawingError('too-large')
  return { kind: 'picture', address, size: { width, height } }
}

/** What the file is not shown for, and the way out. */
function Unreadable({ fault, drawing }: { fault: DrawingFault; drawing: DrawingSource }) {
  const t = useTranslations('staff-drawing')

  return (
    <div className={classes.unreadable}>
      <ErrorState title={t('notShown')} message={t(`faults.${fault}`)} />
      <Download drawing={drawing} />
    </div>
  )
}

function Download({ drawing: { download } }: { drawing: DrawingSource }) {
  const t = useTranslations('staff-drawing')
  const { attempt, failure, busy } = useAttempt()

  return (
    <>
      <Button variant="secondary" className={classes.tool} loading={busy} onClick={() => void attempt(download)}>
        {t('download')}
      </Button>
      <FormAlert failure={failure} />
    </>
  )
}

interface PagesProps {
  opened: Extract<Opened, { kind: 'pdf' }>
  onOpened: (opened: Opened) => void
  drawing: DrawingSource
}

function Pages({ opened, onOpened, drawing }: PagesProps) {
  const t = useTranslations('staff-drawing')
  const { pdf, page, size } = opened
  const [isTurning, setTurning] = useState(false)
  const [isComplete, setComplete] = useState(true)
  const fail = useCallback((error: unknown) => onOpened(failedBy(error)), [onOpened])
  const drawn = useCallback((isPageComplete: boolean) => {
    setComplete((isSoFar) => isSoFar && isPageComplete)
  }, [])

  const turnTo = async (next: number) => {
    setTurning(true)
    try {
      const nextSize = await pdf.size(next)
      setComplete(true)
      onOpened({ ...opened, page: next, size: nextSize })
    } catch (error) {
      fail(error)
    } finally {
      setTurning(false)
    }
  }

  const label = t('sheet', { page, pages: pdf.pages, name: drawing.name })
  const turn =
    pdf.pages > 1 ? { page, pages: pdf.pages, isTurning, onTurn: (to: number) => void turnTo(to) } : undefined

  return (
    <>
      {isComplete ? null : <Alert tone="warning">{t('incomplete')}</Alert>}
      <Sheet key={page} drawing={drawing} size={size} label={label} turn={turn}>
        {(seen) => (
          <PdfSheet pdf={pdf} page={page} size={size} seen={seen} label={label} onDrawn={drawn} onError={fail} />
        )}
      </Sheet>
    </>
  )
}

interface Turn {
  page: number
  pages: number
  isTurning: boolean
  onTurn: (page: number) => void
}

interface SheetProps {
  drawing: DrawingSource
  size: SheetSize
  /** Label of the pane, which the keyboard scrolls. */
  label: string
  turn?: Turn | undefined
  children: (seen: ReturnType<typeof useSheetZoom>['seen']) => ReactNode
}

/** The tools, and the sheet in a pane that scrolls. */
function Sheet({ drawing, size, label, turn, children }: SheetProps) {
  const t = useTranslations('staff-drawing')
  const { pane, sheet, width, height, seen, zoomBy, zoomTo } = useSheetZoom(size)

  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey) return
    if (key === '+') zoomBy(zoomStep)
    else if (key === '-') zoomBy(1 / zoomStep)
    else if (key === '0') zoomTo(1)
  }

  return (
    <>
      <div className={classes.tools} role="toolbar" aria-label={t('tools')}>
        {turn ? <PageTools {...turn} /> : null}
        <Tool label={t('zoomOut')} onClick={() => zoomBy(1 / zoomStep)}>
          −
        </Tool>
        <Tool label={t('zoomIn')} onClick={() => zoomBy(zoomStep)}>
          +
        </Tool>
        <Tool onClick={() => zoomTo(1)}>{t('fitWidth')}</Tool>
        <Download drawing={drawing} />
      </div>
      <section
        ref={pane}
        className={classes.pane}
        aria-label={label}
        {...focusable}
        data-autofocus
        onKeyDown={onKeyDown}
      >
        <div ref={sheet} className={classes.sheet} style={{ width, height }}>
          {children(seen)}
        </div>
      </section>
    </>
  )
}

function PageTools({ page, pages, isTurning, onTurn }: Turn) {
  const t = useTranslations('staff-drawing')

  return (
    <>
      <Tool label={t('previous')} disabled={page === 1 || isTurning} onClick={() => onTurn(page - 1)}>
        ‹
      </Tool>
      <span className={classes.page} role="status">
        {t('page', { page, pages })}
      </span>
      <Tool label={t('next')} disabled={page === pages || isTurning} onClick={() => onTurn(page + 1)}>
        ›
      </Tool>
    </>
  )
}

interface ToolProps {
  /** Absent if the content says what it does. */
  label?: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({ label, ...rest }: ToolProps) {
  return <Button variant="secondary" className={classes.tool} aria-label={label} title={label} {...rest} />
}
