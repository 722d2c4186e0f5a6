import { Outlet } from '@tanstack/react-router'
export function PublicShell() {
  return <Outlet />
}
