import { useSearch } from '@tanstack/react-router'
import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import { FileButtons } from '#features/quote/files/file-buttons.tsx'
import { PageDrop } from '#features/quote/files/page-drop.tsx'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ChosenMaterial } from './chosen-material.tsx'
import classes from './home.module.css'
import { PriceChain, ServiceTimes, Steps } from './home-sections.tsx'
import { PartDrawing } from './part-drawing.tsx'
import { chosenTechnology } from './technologies.ts'
import { TechnologyFacts } from './technology-facts.tsx'
import { useDroppedFiles } from './use-dropped-files.ts'

export function QuoteHomePage() {
  const t = useTranslations('quote')
  const { technology, material } = useSearch({ from: '__root__' })
  const { dropped, QuoteStart, failed, take, near } = useDroppedFiles()

  return (
    <>
      <PageDrop title={t('drop.over')} onFiles={take} onNear={near} />
      <section className={classes.hero}>
        <div>
          <h1 className={classes.title}>{t('hero.title')}</h1>
          <span className={classes.measure} aria-hidden />
          <p className={classes.heroLead}>{t('hero.lead')}</p>
        </div>
        <div>
          {material ? <ChosenMaterial materialId={material} /> : null}
          <DropSheet onFiles={take} onNear={near} />
        </div>
      </section>
      {failed ? (
        <p className={classes.failed} role="alert">
          {t('drop.failed')}
        </p>
      ) : null}
      {QuoteStart && dropped ? (
        <QuoteStart dropped={dropped} service={chosenTechnology(technology)} materialId={material} />
      ) : null}
      <TechnologyFacts />
      <PriceChain />
      <Steps />
      <ServiceTimes />
      <section className={classes.closing}>
        <div>
          <h2 className={classes.heading}>{t('closing.title')}</h2>
          <p className={classes.sub}>{t('closing.text')}</p>
        </div>
        <LinkButton to="/contact" search={{ topic: 'quote' }}>
          {t('closing.action')}
        </LinkButton>
      </section>
    </>
  )
}

interface DropSheetProps {
  onFiles: (dropped: DroppedFiles) => void
  onNear?: () => void
}

/** The upload area of the home page. */
function DropSheet({ onFiles, onNear }: DropSheetProps) {
  const t = useTranslations('quote.drop')
  return (
    <section className={classes.sheet} aria-label={t('label')}>
      <PartDrawing />
      <div className={classes.call}>
        <div>
          <p className={classes.label}>{t('label')}</p>
          <p className={classes.byMouse}>{t('byMouse')}</p>
        </div>
        <span className={classes.actions}>
          <FileButtons
            filesLabel={t('choose')}
            folderLabel={t('chooseFolder')}
            onFiles={onFiles}
            {...(onNear && { onNear })}
          />
        </span>
      </div>
      <TitleBlock />
    </section>
  )
}

/** The accepted files, drawn like the title block of a drawing. */
function TitleBlock() {
  const t = useTranslations('quote.drop')
  return (
    <dl className={classes.block}>
      {(['formats', 'size', 'count', 'kept'] as const).map((entry) => (
        <div key={entry} className={classes.cell}>
          <dt>{t(entry)}</dt>
          <dd>{t(`${entry}Value`)}</dd>
        </div>
      ))}
    </dl>
  )
}
