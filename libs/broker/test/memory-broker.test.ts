import { describeBroker } from './broker-conformance';
import { startMemoryBrokerHarness } from './broker-harness';
import { describeLedger } from './ledger-conformance';
import { describeSignals } from './signal-conformance';

describeBroker('the broker inside the process', startMemoryBrokerHarness);
describeSignals('signals inside the process', startMemoryBrokerHarness);
describeLedger('the ledger inside the process', startMemoryBrokerHarness);
