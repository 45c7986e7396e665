import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { readStored, writeStored } from './stored';

export const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

interface ThemeState {
  theme: Theme;
  setTheme(theme: Theme): void;
}

const ThemeContext = createContext<ThemeState>({ theme: 'system', setTheme: () => undefined });
const STORED = 'medley.theme';

export function ThemeProvider({ children }: { children: ReactNode }): ReactNode {
  const [theme, setTheme] = useState<Theme>(
    () => themes.find((one) => one === readStored(STORED)) ?? 'system',
  );
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  const state = useMemo(
    () => ({
      theme,
      setTheme: (chosen: Theme) => {
        writeStored(STORED, chosen === 'system' ? null : chosen);
        setTheme(chosen);
      },
    }),
    [theme],
  );
  return <ThemeContext value={state}>{children}</ThemeContext>;
}

export function useTheme(): ThemeState {
  return use(ThemeContext);
}
