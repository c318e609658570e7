import { type TechnologySlug, technologySlugs } from '@cotation/domain'
import { useState } from 'react'
import { isEditable } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Confirm } from '#ui/confirm.tsx'
import classes from './header.module.css'

/**
 * Printing, machining or casting for the whole project. What that changes is said before it
 * happens.
 */
export function ServiceSwitch({ workspace: { project, lines, catalogue, actions } }: { workspace: Workspace }) {
  const t = useTranslations('lines.header')
  const { language } = useLanguage()
  const [wished, setWished] = useState<TechnologySlug>()
  const [isBusy, setBusy] = useState(false)
  const nameOf = (slug: TechnologySlug | undefined) =>
    catalogue.technologies.find((technology) => technology.slug === slug)?.name[language] ?? slug ?? ''
  const count = lines.filter(isEditable).length
  const technology = nameOf(wished)
  const go = async () => {
    if (!wished) return
    setBusy(true)
    // The gateway says what went wrong; the switch shows what holds.
    await actions.switchTechnology(wished).catch(() => {})
    setBusy(false)
    setWished(undefined)
  }

  return (
    <>
      <fieldset className={classes.services}>
        <legend className="visually-hidden">{t('service')}</legend>
        {technologySlugs.map((slug) => (
          <button
            key={slug}
            type="button"
            className={classes.service}
            aria-pressed={slug === project.service}
            onClick={() => (slug === project.service ? undefined : setWished(slug))}
          >
            {nameOf(slug)}
          </button>
        ))}
      </fieldset>
      <Confirm
        opened={wished !== undefined}
        title={t('switchTitle', { technology })}
        confirmLabel={t('switchDo')}
        loading={isBusy}
        onConfirm={() => void go()}
        onCancel={() => setWished(undefined)}
      >
        {count > 0 ? t('switchText', { count, technology }) : t('switchNone', { technology })}
      </Confirm>
    </>
  )
}
