import { usePrefetchQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { catalogueQuery } from '#lib/catalogue.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './part-card.module.css'
import { PartCard } from './part-card.tsx'
import { offersQuery } from './part-price.tsx'
import { useParts } from './use-parts.ts'

/** The dropped files under the sheet. `files` is a new array for every drop; each drop is taken in once. */
export function PartList({ files }: { files: readonly File[] }) {
  const t = useTranslations('parts')
  const id = useId()
  const { parts, add, chooseUnit, remove } = useParts()
  // On their way while the first part is measured.
  usePrefetchQuery(catalogueQuery)
  usePrefetchQuery(offersQuery)
  const taken = useRef<readonly File[]>(undefined)
  useEffect(() => {
    if (taken.current === files) return
    taken.current = files
    add(files)
  }, [files, add])
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = parts.length > 0
  // The list begins below the sheet that took the files: without this the answer to a drop is out of sight.
  useEffect(() => {
    if (!shown) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [shown])
  if (!shown) return null
  return (
    <section className={classes.list} aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1} className={classes.title}>
        {t('title')}
      </h2>
      <p className={classes.soft}>{t('local')}</p>
      <ul className={classes.cards}>
        {parts.map((part) => (
          <PartCard
            key={part.id}
            part={part}
            onUnit={(unit) => chooseUnit(part, unit)}
            onRemove={() => remove(part.id)}
          />
        ))}
      </ul>
    </section>
  )
}
