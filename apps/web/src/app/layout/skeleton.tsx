import { Logo } from '#ui/logo.tsx'
import classes from './shell.module.css'

/**
 * What a page shows before its code arrives, in every language: the boot script fills in the title.
 */
export function Skeleton() {
  return (
    <>
      <div className={classes.skeletonHeader}>
        <div className={classes.skeletonBar}>
          <Logo className={classes.skeletonLogo} />
        </div>
      </div>
      <main className={classes.main} aria-busy="true">
        <div className={classes.skeletonPage}>
          <h1 className={classes.skeletonTitle}>Cotation</h1>
          <div className={classes.skeletonBlock} />
          <div className={classes.skeletonBlock} />
        </div>
      </main>
    </>
  )
}
