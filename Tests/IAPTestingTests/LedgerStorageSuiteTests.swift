import IAPTesting
