import { uploadLimits } from '@cotation/domain'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { attachChosen } from '#features/quote/workspace/attach-drawings.ts'
import type { FileNotice } from '#features/quote/workspace/file-notices.ts'
import type { ProjectStore } from '#features/quote/workspace/project-store.ts'
import { isLocked } from '#features/quote/workspace/work-line.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import classes from './project.module.css'

/** Loaded on demand: few projects have a parts list. */
const BomReview = lazy(async () => ({ default: (await import('#features/quote/bom/bom-review.tsx')).BomReview }))

interface CompanionProps<K extends FileNotice['kind']> {
  notice: Extract<FileNotice, { kind: K }>
  store: ProjectStore
  /** Shows the details on request. */
  isFolded: boolean
}

/** The drawings that were attached to the parts of their names. */
export function AttachedDrawings({ notice: { pairs }, isFolded }: Omit<CompanionProps<'attached'>, 'store'>) {
  const t = useTranslations('upload.notice')
  const names = new Set(pairs.map(({ drawing, part }) => t('attachedPair', { drawing, part })))

  return (
    <details open={!isFolded}>
      <summary className={classes.noticeTitle}>{t('attached', { count: pairs.length })}</summary>
      <ul className={classes.noticeList}>
        {[...names].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  )
}

/** Asks for the parts of drawings whose names match none, or several. */
export function UnpairedDrawings({ notice: { id, drawings }, store, isFolded }: CompanionProps<'unpaired'>) {
  const t = useTranslations('upload.notice')
  const workspace = useSyncExternalStore(store.subscribe, store.workspace)
  const [lineByDrawing, setLineByDrawing] = useState<ReadonlyMap<File, string>>(new Map())
  const options = (workspace?.lines ?? [])
    .filter((line) => !isLocked(line))
    .map(({ id: lineId, name }) => ({ value: lineId, label: name }))
  const chosen = drawings.flatMap(({ file }) => {
    const lineId = lineByDrawing.get(file)
    return lineId ? [{ file, lineId }] : []
  })

  const attach = () => {
    store.notices.dismiss(id)
    const rest = drawings.filter(({ file }) => !lineByDrawing.get(file))
    void attachChosen(store, chosen, rest)
  }

  return (
    <details open={!isFolded}>
      <summary className={classes.noticeTitle}>{t('unpaired', { count: drawings.length })}</summary>
      <p>{t(options.length > 0 ? 'unpairedText' : 'unpairedEmpty')}</p>
      {drawings.map(({ file, message }) => (
        <Select
          key={`${file.webkitRelativePath}/${file.name}`}
          label={t('partOf', { name: file.name })}
          error={message || undefined}
          disabled={options.length === 0}
          value={lineByDrawing.get(file) ?? ''}
          options={[{ value: '', label: t('partNone') }, ...options]}
          onChange={({ currentTarget }) => setLineByDrawing(new Map(lineByDrawing).set(file, currentTarget.value))}
        />
      ))}
      <Button size="sm" disabled={chosen.length === 0} onClick={attach}>
        {t('attach')}
      </Button>
    </details>
  )
}

/** A parts list: opens its review at once, and stays until it is applied or dismissed. */
export function DroppedBom({ notice: { id, name, bom }, store }: Omit<CompanionProps<'bom'>, 'isFolded'>) {
  const t = useTranslations('upload.bom')
  const [isOpen, setOpen] = useState(() => store.notices.all.find(({ kind }) => kind === 'bom')?.id === id)

  if (!bom.ok) {
    return (
      <>
        <p className={classes.noticeTitle}>{t('failed', { name })}</p>
        <p>{t(`reason.${bom.reason}`, { max: uploadLimits.filesPerProject })}</p>
      </>
    )
  }

  return (
    <>
      <p className={classes.noticeTitle}>{t('found', { name, count: bom.rows.length })}</p>
      <p>{t('foundText')}</p>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('review')}
      </Button>
      {isOpen ? (
        <Suspense>
          <BomReview
            name={name}
            bom={bom}
            store={store}
            onClose={() => setOpen(false)}
            onApplied={() => store.notices.dismiss(id)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
