import type { PartAnalysis } from '@cotation/geometry'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import classes from './part-viewer.module.css'

/** The viewer's code with the styles of its dialog, fetched when somebody wants to look. A query: one that failed can be tried again. */
const viewerQuery = queryOptions({
  queryKey: ['part-viewer'],
  queryFn: async () => {
    const [{ PartViewer }] = await Promise.all([import('./part-viewer.tsx'), import('#ui/theme/mantine-styles.ts')])
    return { PartViewer }
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: 2,
  networkMode: 'always',
})

/** Opens the part in 3D, and has the focus again when that is closed. */
export function ViewButton({ analysis, name }: { analysis: PartAnalysis; name: string }) {
  const t = useTranslations('viewer')
  const [opened, setOpened] = useState(false)
  const { data, isError, refetch } = useQuery({ ...viewerQuery, enabled: opened })
  const button = useRef<HTMLButtonElement>(null)
  const wasOpened = useRef(false)
  useEffect(() => {
    if (wasOpened.current && !opened) button.current?.focus()
    wasOpened.current = opened
  }, [opened])
  const open = () => {
    setOpened(true)
    if (isError) void refetch()
  }
  return (
    <div className={classes.opening}>
      <button
        ref={button}
        type="button"
        className={buttons.secondary}
        aria-label={t('openOf', { name })}
        onClick={open}
      >
        {t('open')}
      </button>
      {opened && !data ? <p role="status">{isError ? t('loadFailed') : t('preparing')}</p> : null}
      {data ? <data.PartViewer {...{ analysis, name, opened }} onClose={() => setOpened(false)} /> : null}
    </div>
  )
}
