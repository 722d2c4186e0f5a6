import { installDebianPackages } from '@jointly/dev/setup/debian'

/**
 * Installs the programs that a bench needs and that are missing. This works on Debian as root.
 * @param finders for the name of each Debian package, a function that returns the path of its program
 * @throws an error that says what to install, if a program is still missing
 */
export function installPrograms(finders: Readonly<Record<string, () => string | null>>): void {
  const missing = () => Object.keys(finders).filter((name) => finders[name]?.() === null)
  if (missing().length > 0) installDebianPackages(...missing())
  const absent = missing()
  if (absent.length > 0) throw new Error(`Install first: apt-get install ${absent.join(' ')}`)
}
