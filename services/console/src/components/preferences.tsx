import type { ReactNode } from 'react';
import { Segmented } from './segmented';
import { sharedMessages } from './shared-messages';
import { useLocale, useMessages } from '../i18n/locale';
import { themes, useTheme } from '../device/theme';
import './preferences.css';

/** Language and colours. */
export function Preferences(): ReactNode {
  const messages = useMessages(sharedMessages);
  const { locale, setLocale } = useLocale();
  const { theme, setTheme } = useTheme();
  return (
    <div className="preferences">
      <Segmented
        label={messages.language}
        value={locale}
        choices={[
          { value: 'en', label: 'English' },
          { value: 'ru', label: 'Русский' },
        ]}
        onChange={setLocale}
      />
      <Segmented
        label={messages.theme}
        value={theme}
        choices={themes.map((value) => ({ value, label: messages[value] }))}
        onChange={setTheme}
      />
    </div>
  );
}
